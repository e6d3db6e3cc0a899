import { useApp } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { useSaveWithImage } from "../images/use-images.ts";
import { PlaylistFormDialog, type PlaylistValues } from "./PlaylistFormDialog.tsx";
import { useSavePlaylist } from "./use-save-playlist.ts";

type Props = {
  open: boolean;
  onClose: () => void;
  onDone: () => void;
  /** Called with the id of the new playlist when it is stored, before the dialog closes. */
  onCreated?: (playlistId: string, title: string) => Promise<void>;
};

const initial = { title: "", description: "", genre: null, private: true, image: null };

/** "New Playlist" (specification 3.16.4). */
export function NewPlaylistDialog({ open, onClose, onDone, onCreated }: Props) {
  const { toaster } = useApp();
  const withImage = useSaveWithImage();
  const playlists = useSavePlaylist();
  const create = async ({ image, ...form }: PlaylistValues) => {
    const id = await withImage(image, (playlistImage) => playlists.create({ ...form, playlistImage }));
    await onCreated?.(id, form.title);
    toaster.success(texts.playlistForm.created);
    onDone();
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
