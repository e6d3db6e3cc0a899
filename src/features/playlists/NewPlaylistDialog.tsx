import { useNavigate } from "@tanstack/react-router";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { useApp } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { useSaveWithImage } from "../images/use-images.ts";
import { createdToast } from "./created-toast.ts";
import { PlaylistFormDialog, type PlaylistValues } from "./PlaylistFormDialog.tsx";
import { useSavePlaylist } from "./use-save-playlist.ts";

type Props = {
  open: boolean;
  onClose: () => void;
  onDone: () => void;
  /** Called once it is made with songs in it, and the dialog is closed. */
  onCreated?: () => void;
  /** See `PlaylistFormDialog`. */
  carry?: string;
  /** Go into it, in this order. */
  songs?: readonly SongSnapshot[];
};

/** Each is a change of its own to send. */
const maxSongs = 500;

/** Private songs can be in private playlists only (specification 5.4). */
const fittingInto = (isPrivate: boolean, songs: readonly SongSnapshot[]) =>
  songs.filter((song) => isPrivate || !song.private).slice(0, maxSongs);

const initial = { title: "", description: "", genre: null, private: true, image: null };

/** "New Playlist" (specification 3.16.4). */
export function NewPlaylistDialog({ open, onClose, onDone, onCreated, carry, songs = [] }: Props) {
  const { toaster } = useApp();
  const { withImage, sending } = useSaveWithImage();
  const playlists = useSavePlaylist();
  const navigate = useNavigate();
  const create = async ({ image, ...form }: PlaylistValues) => {
    const fitting = fittingInto(form.private, songs);
    const _id = await withImage(image, (playlistImage) => playlists.create({ ...form, playlistImage }, fitting));
    if (fitting.length === 1) toaster.success(texts.playlistSongs.added);
    // The last one stands in front: this one can be pressed.
    toaster.show({
      id: createdToast(_id),
      kind: "success",
      text: texts.playlistForm.created,
      action: {
        label: texts.playlistForm.open,
        onPress: () => void navigate({ to: "/playlist/$id", params: { id: _id } }),
      },
    });
    onDone();
    if (fitting.length > 0) onCreated?.();
  };
  return (
    <PlaylistFormDialog
      title={texts.playlistForm.newTitle}
      action={texts.playlistForm.create}
      initial={initial}
      onSave={create}
      {...{ open, onClose, onDone, sending, carry }}
    >
      {({ private: isPrivate }) => <SongsOfIt {...{ songs, isPrivate }} />}
    </PlaylistFormDialog>
  );
}

/** Says which songs go into the new playlist, by its visibility. */
function SongsOfIt({ songs, isPrivate }: { songs: readonly SongSnapshot[]; isPrivate: boolean }) {
  const [first, ...more] = fittingInto(isPrivate, songs);
  const isOneLeftOut = !isPrivate && songs.some((song) => song.private);
  return (
    <>
      {first && songs.length === 1 && <p>{texts.playlistForm.withSong(first.title)}</p>}
      {first && songs.length > 1 && <p>{texts.playlistForm.withSongs(1 + more.length)}</p>}
      {isOneLeftOut && <p>{first ? texts.playlistForm.privateLeftOut : texts.playlistForm.allLeftOut}</p>}
    </>
  );
}
