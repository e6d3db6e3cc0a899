import { useState } from "react";
import type { ParsedRow } from "../../db/outbox-table.ts";
import { useAccount } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { changedFields } from "../../ui/changed-fields.ts";
import { useSaveWithImage } from "../images/use-images.ts";
import { valuesOf } from "./playlist-values.ts";
import { PlaylistFormDialog, type PlaylistValues } from "./PlaylistFormDialog.tsx";
import { refusedForm } from "./shown-playlists.ts";
import { useSavePlaylist } from "./use-save-playlist.ts";

type Props = {
  row: ParsedRow;
  /** Why the server refused it. */
  reason: string | undefined;
  open: boolean;
  onClose: () => void;
  onDone: () => void;
  /** What was typed is stored, and may be sent again. */
  onSaved: () => void;
};

/** The form of a refused new playlist or edit, with what was typed (specification 3.17.2). */
export function RefusedPlaylistDialog({ row, reason, open, onClose, onDone, onSaved }: Props) {
  const { db, uid, outbox } = useAccount();
  const playlists = useSavePlaylist();
  const { withImage, sending } = useSaveWithImage();
  // As it was when the form opened: what is sent changes the row.
  const [refused] = useState(() => refusedForm(row, uid, outbox.get()?.rows));
  if (refused === undefined) return null;
  const { playlist, fields } = refused;
  const initial = valuesOf(playlist);
  const isNew = row.operation.kind === "create-playlist";
  const save = async (values: PlaylistValues) => {
    const { image, ...changed } = changedFields(initial, values);
    await withImage(values.image, async (url) => {
      // Discarded meanwhile in another tab, nothing of it is left to be sent.
      if (isNew && (await db.outbox.get(row.seq)) === undefined) {
        const { image: _, ...form } = values;
        await playlists.create({ ...form, playlistImage: url });
        return;
      }
      if (image === undefined && Object.keys(changed).length === 0) return;
      // A new edit takes the place of the refused one with all that it sets; a new playlist takes it in.
      const edit = { ...fields, fields: { ...fields.fields, ...changed } };
      await playlists.edit(playlist, image === undefined ? edit : { ...edit, image: url });
    });
    onSaved();
  };
  return (
    <PlaylistFormDialog
      title={isNew ? texts.playlistForm.newTitle : texts.playlistForm.editTitle}
      action={isNew ? texts.playlistForm.create : texts.playlistForm.save}
      initial={initial}
      onSave={save}
      refused={reason}
      {...{ open, onClose, onDone, sending }}
    />
  );
}
