import { useState } from "react";
import { useAccount, useApp } from "../../app/app-context.ts";
import { randomId } from "../../db/random-id.ts";
import { listKey, playlistsKey } from "../../sync/query-keys.ts";
import { texts } from "../../texts/texts.ts";
import { useSaveWithImage } from "../images/use-images.ts";
import { PlaylistFormDialog, type PlaylistValues } from "./PlaylistFormDialog.tsx";
import { type Creation, createOnce } from "./save-playlist.ts";

type Props = { open: boolean; onClose: () => void; onDone: () => void };

const initial = { title: "", description: "", genre: null, private: true, image: null };

/** "New Playlist" (specification 3.16.4). */
export function NewPlaylistDialog({ open, onClose, onDone }: Props) {
  const { api, toaster } = useApp();
  const account = useAccount();
  const withImage = useSaveWithImage();
  const [creation] = useState((): Creation => ({ key: `playlist:${randomId()}` }));
  const create = async ({ image, ...form }: PlaylistValues) => {
    await withImage(image, (playlistImage) => createOnce(api, creation, { ...form, playlistImage }));
    toaster.success(texts.playlistForm.created);
    onDone();
    await account.refetch([listKey("own-playlists", account.uid), playlistsKey(account.uid)]);
  };
  return (
    <PlaylistFormDialog
      title={texts.playlistForm.newTitle}
      action={texts.playlistForm.create}
      initial={initial}
      onSave={create}
      {...{ open, onClose, onDone }}
    />
  );
}
