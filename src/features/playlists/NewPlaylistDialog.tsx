import { useNavigate } from "@tanstack/react-router";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { useSaveWithImage } from "../images/use-images.ts";
import { createdToast } from "./created-toast.ts";
import { PlaylistFormDialog, type PlaylistValues } from "./PlaylistFormDialog.tsx";
import { setInPlaylist } from "./playlist-songs.ts";
import { useSavePlaylist } from "./use-save-playlist.ts";

type Props = {
  open: boolean;
  onClose: () => void;
  onDone: () => void;
  /** Called once it is made and the dialog is closed. */
  onCreated?: () => void;
  /** Go into it, in this order. */
  songs?: readonly SongSnapshot[];
};

/** Each is a change of its own to send. */
const maxSongs = 500;

const initial = { title: "", description: "", genre: null, private: true, image: null };

/** "New Playlist" (specification 3.16.4). */
export function NewPlaylistDialog({ open, onClose, onDone, onCreated, songs = [] }: Props) {
  const { toaster } = useApp();
  const account = useAccount();
  const { withImage, sending } = useSaveWithImage();
  const playlists = useSavePlaylist();
  const navigate = useNavigate();
  const create = async ({ image, ...form }: PlaylistValues) => {
    const _id = await withImage(image, (playlistImage) => playlists.create({ ...form, playlistImage }));
    // Private songs can be in private playlists only (specification 5.4).
    const fitting = songs.filter((song) => form.private || !song.private).slice(0, maxSongs);
    for (const song of fitting) await setInPlaylist(account, { _id, title: form.title }, song, true);
    toaster.show({
      id: createdToast(_id),
      kind: "success",
      text: texts.playlistForm.created,
      action: {
        label: texts.playlistForm.open,
        onPress: () => void navigate({ to: "/playlist/$id", params: { id: _id } }),
      },
    });
    if (fitting.length === 1) toaster.success(texts.playlistSongs.added);
    onDone();
    onCreated?.();
  };
  const [only] = songs.length === 1 ? songs : [];
  return (
    <PlaylistFormDialog
      title={texts.playlistForm.newTitle}
      action={texts.playlistForm.create}
      initial={initial}
      onSave={create}
      {...{ open, onClose, onDone, sending }}
    >
      {only && <p>{texts.playlistForm.withSong(only.title)}</p>}
      {songs.length > 1 && <p>{texts.playlistForm.withSongs(Math.min(songs.length, maxSongs))}</p>}
      {songs.some((song) => song.private) && <p>{texts.playlistForm.privateLeftOut}</p>}
    </PlaylistFormDialog>
  );
}
