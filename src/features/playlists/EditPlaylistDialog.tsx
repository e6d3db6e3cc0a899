import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as v from "valibot";
import { Genre } from "../../../contract/rules/genres.ts";
import { getPlaylist, type PlaylistSnapshot } from "../../../contract/playlists.ts";
import { ApiError } from "../../api/api-error.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { replaceCached } from "../../app/cached-items.ts";
import { playlistsKey } from "../../sync/query-keys.ts";
import { texts } from "../../texts/texts.ts";
import { useSaveWithImage } from "../images/use-images.ts";
import { changedFields } from "../songs/change-song.ts";
import { PlaylistFormDialog, type PlaylistValues } from "./PlaylistFormDialog.tsx";
import { PrivateSongs } from "./PrivateSongs.tsx";
import { saveEdit } from "./save-playlist.ts";

type Props = { playlist: PlaylistSnapshot; open: boolean; onClose: () => void; onDone: () => void };

/** "Change Playlist information" (specification 3.16.5, 5.5, 5.8). */
export function EditPlaylistDialog({ playlist, open, onClose, onDone }: Props) {
  const { api, queryClient, toaster } = useApp();
  const account = useAccount();
  const withImage = useSaveWithImage();
  const isGone = useIsGone(playlist._id, open);
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const [initial] = useState(() => valuesOf(playlist));
  const save = async (values: PlaylistValues) => {
    setHidden([]);
    const { image, ...changed } = changedFields(initial, values);
    if (image === undefined && Object.keys(changed).length === 0) return onDone();
    try {
      const saved = await withImage(values.image, (url) =>
        saveEdit(api, playlist._id, { playlist: changed, ...(image !== undefined && { image: url }) }),
      );
      replaceCached(queryClient, saved);
    } catch (error) {
      const songs = privateSongsIn(error);
      // Gone, perhaps: then the dialog says so.
      if (error instanceof ApiError && error.status === 404) await account.refetch([playlistsKey(account.uid)]);
      if (songs === undefined) throw error;
      setHidden(songs);
      return { private: texts.playlistForm.holdsPrivate };
    }
    toaster.success(texts.playlistForm.edited);
    onDone();
    await account.refetch([playlistsKey(account.uid)]);
    return undefined;
  };
  return (
    <PlaylistFormDialog
      title={texts.playlistForm.editTitle}
      action={texts.playlistForm.save}
      initial={initial}
      onSave={save}
      obsolete={isGone ? texts.playlistForm.gone : undefined}
      {...{ open, onClose, onDone }}
    >
      {hidden.length > 0 && <PrivateSongs titles={hidden} />}
    </PlaylistFormDialog>
  );
}

/** Whether the playlist of the open dialog was deleted elsewhere. */
function useIsGone(id: string, open: boolean): boolean {
  const { api } = useApp();
  const { uid } = useAccount();
  const { error } = useQuery({
    queryKey: [...playlistsKey(uid), "exists", id],
    queryFn: async ({ signal }) => (await api.call(getPlaylist, { params: { id }, signal })).data._id,
    enabled: open,
    staleTime: 0,
  });
  return error instanceof ApiError && error.status === 404;
}

const valuesOf = ({ title, description, genre, playlistImage, ...rest }: PlaylistSnapshot) => ({
  title,
  description,
  // A genre of a later list would be refused as a choice of this one.
  genre: v.is(Genre, genre) ? genre : null,
  private: rest.private,
  image: playlistImage,
});

const Refusal = v.object({ songs: v.array(v.object({ title: v.string() })) });

/** Their titles, if the server lists private songs that keep the playlist private. */
function privateSongsIn(error: unknown): string[] | undefined {
  if (!(error instanceof ApiError) || error.code !== "private-songs-in-playlist") return undefined;
  const refusal = v.safeParse(Refusal, error.problem);
  return refusal.success ? refusal.output.songs.map(({ title }) => title) : [];
}
