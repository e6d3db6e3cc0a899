import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getPlaylist, type PlaylistSnapshot } from "../../../contract/playlists.ts";
import { ApiError } from "../../api/api-error.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import type { FormErrors } from "../../app/form-errors.ts";
import { useOutbox } from "../../app/use-live-table.ts";
import { playlistsKey } from "../../sync/query-keys.ts";
import { texts } from "../../texts/texts.ts";
import { changedFields } from "../../ui/changed-fields.ts";
import { useIsShown } from "../../ui/use-is-shown.ts";
import { useSaveWithImage } from "../images/use-images.ts";
import { PlaylistFormDialog, type PlaylistValues } from "./PlaylistFormDialog.tsx";
import { PrivateSongs } from "./PrivateSongs.tsx";
import { refusedEdit } from "./await-verdict.ts";
import { knownPrivateSongs } from "./playlist-songs.ts";
import { valuesOf } from "./playlist-values.ts";
import { isUncreated } from "./shown-playlists.ts";
import { useSavePlaylist } from "./use-save-playlist.ts";

type Props = {
  playlist: PlaylistSnapshot;
  /** Whether its screen knows that it was deleted or hidden. */
  isGone?: boolean;
  /** See `PlaylistFormDialog`. */
  carry?: string;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
};

/** "Change Playlist information" (specification 3.16.5, 5.5, 5.8). */
export function EditPlaylistDialog({ playlist, isGone = false, carry, open, onClose, onDone }: Props) {
  const { online, toaster } = useApp();
  const account = useAccount();
  const playlists = useSavePlaylist();
  const { withImage, sending } = useSaveWithImage();
  const wasDeleted = useWasDeleted(playlist._id, open);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const initial = useInitial(playlist, open);
  const isShown = useIsShown(open);
  const save = async (values: PlaylistValues): Promise<FormErrors | void> => {
    setHidden([]);
    const { image, ...fields } = changedFields(initial, values);
    if (image === undefined && Object.keys(fields).length === 0) return onDone();
    const store = () =>
      withImage(values.image, (url) =>
        playlists.edit(playlist, { fields, ...(image !== undefined && { image: url }) }),
      );
    if (fields.private !== false) await store();
    else if (!online.get()) {
      const known = await knownPrivateSongs(account, playlist._id);
      if (known.length > 0) {
        setHidden(known);
        return { private: texts.playlistForm.holdsPrivate };
      }
      // Only the server knows all songs of the playlist: its answer comes later, among the changes.
      await store();
    } else {
      const picture = image === undefined ? {} : { image: null };
      const edit = { kind: "edit-playlist", playlistId: playlist._id, playlist: fields, ...picture } as const;
      const problem = (await refusedEdit(account, { edit, store, isShown }))?.problem;
      if (problem?.songs !== undefined) {
        setHidden(problem.songs);
        return { private: texts.playlistForm.holdsPrivate };
      }
      if (problem?.code === "not-found") return { "": texts.playlistForm.gone };
      if (problem !== undefined) return { "": texts.sentence(problem.title) };
    }
    toaster.success(texts.playlistForm.edited);
    onDone();
    return undefined;
  };
  return (
    <PlaylistFormDialog
      title={texts.playlistForm.editTitle}
      action={texts.playlistForm.save}
      initial={initial}
      onSave={save}
      obsolete={isGone || wasDeleted ? texts.playlistForm.gone : undefined}
      {...{ open, onClose, onDone, sending, carry }}
    >
      {hidden.length > 0 && <PrivateSongs titles={hidden} />}
    </PlaylistFormDialog>
  );
}

/**
 * The playlist as it was when the dialog was last opened: not as a change shows it that is being saved, which may be
 * refused.
 */
function useInitial(playlist: PlaylistSnapshot, open: boolean) {
  const [initial, setInitial] = useState(() => valuesOf(playlist));
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    if (open) setInitial(valuesOf(playlist));
  }
  return initial;
}

/** Whether the playlist of the open dialog was deleted elsewhere. */
function useWasDeleted(id: string, open: boolean): boolean {
  const { api } = useApp();
  const { uid } = useAccount();
  const isNew = isUncreated(useOutbox(), id);
  const { error } = useQuery({
    queryKey: [...playlistsKey(uid), "exists", id],
    queryFn: async ({ signal }) => (await api.call(getPlaylist, { params: { id }, signal })).data._id,
    enabled: open && !isNew,
    // It was there when it was shown. Without data, an error would go while the server is asked again.
    initialData: id,
    staleTime: 0,
  });
  return error instanceof ApiError && error.status === 404;
}
