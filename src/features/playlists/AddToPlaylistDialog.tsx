import { ListMusic, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { foldCase } from "../../../contract/rules/fold-case.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { RowSkeletons } from "../../ui/RowSkeletons.tsx";
import { ChoiceList } from "./ChoiceList.tsx";
import { ChoiceSearch } from "./ChoiceSearch.tsx";
import styles from "./AddSongsDialog.module.css";
import { NewPlaylistDialog } from "./NewPlaylistDialog.tsx";
import { PlaylistNote } from "./PlaylistNote.tsx";
import { PlaylistsFailed } from "./PlaylistsFailed.tsx";
import { usePlaylistsWithout } from "./playlists-without.ts";
import { useChangeSongs } from "./use-change-songs.ts";
import { useDialog } from "./use-dialog.ts";

type Props = { song: SongSnapshot; open: boolean; onClose: () => void };

const carry = "playlist for a song";

/** "Add Song": the own playlists that may take a song and do not hold it (specification 3.16.3). */
export function AddToPlaylistDialog({ song, open, onClose }: Props) {
  const creating = useDialog(carry);
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title={texts.playlists.addSong}
        footer={
          <>
            <Button onClick={onClose}>{texts.playlistForm.cancel}</Button>
            <Button icon={<Plus />} onClick={creating.show}>
              {texts.playlistForm.newTitle}
            </Button>
          </>
        }
      >
        <p className={styles.song} dir="auto">
          {song.title}
        </p>
        <Choices song={song} onClose={onClose} />
      </Dialog>
      <NewPlaylistDialog key={creating.turn} songs={[song]} carry={carry} onCreated={onClose} {...creating.dialog} />
    </>
  );
}

function Choices({ song, onClose }: Omit<Props, "open">) {
  const { playlists, holding, omitsPublic, failed, retry } = usePlaylistsWithout(song);
  const { add } = useChangeSongs();
  const choose = (playlist: PlaylistSnapshot) => {
    add(playlist, song);
    onClose();
  };
  if (playlists === undefined) return failed ? <PlaylistsFailed onRetry={retry} /> : <RowSkeletons count={4} />;
  if (playlists.length === 0) {
    return (
      <EmptyState small icon={<ListMusic />} title={texts.playlistSongs.noPlaylist}>
        {hintOf(holding.length > 0, omitsPublic)}
      </EmptyState>
    );
  }
  return (
    <>
      {playlists.length > manyChoices ? (
        <Search playlists={playlists} onChoose={choose} />
      ) : (
        <Rows playlists={playlists} onChoose={choose} />
      )}
      {holding.length > 0 && <p className={styles.note}>{alreadyIn(holding)}</p>}
      {omitsPublic && <p className={styles.note}>{texts.playlistSongs.omitsPublic}</p>}
    </>
  );
}

/** So many are named. */
const namedAtMost = 3;

function alreadyIn(holding: readonly PlaylistSnapshot[]): string {
  const named = holding.slice(0, namedAtMost);
  return texts.playlistSongs.alreadyIn(
    named.map(({ title }) => title),
    holding.length - named.length,
  );
}

/** Why there is nothing to choose. */
function hintOf(isHeld: boolean, omitsPublic: boolean): string {
  if (omitsPublic) return texts.playlistSongs.noPrivateHint;
  return isHeld ? texts.playlistSongs.noPlaylistHint : texts.playlistSongs.noneYetHint;
}

/** From more than so many on they can be searched. */
const manyChoices = 20;

/** Without a focus of its own: on a phone the keyboard would cover the choices. */
function Search({ playlists, onChoose }: RowsProps) {
  const [text, setText] = useState("");
  const found = useMemo(() => {
    const wanted = foldCase(text);
    return playlists.filter(({ title }) => foldCase(title).includes(wanted));
  }, [playlists, text]);
  return (
    <>
      <ChoiceSearch label={texts.playlistSongs.searchPlaylists} value={text} onValue={setText} count={found.length} />
      <div className={styles.found}>
        {found.length === 0 ? (
          <EmptyState small title={texts.search.noPlaylists} />
        ) : (
          <Rows playlists={found} onChoose={onChoose} />
        )}
      </div>
    </>
  );
}

type RowsProps = { playlists: readonly PlaylistSnapshot[]; onChoose: (playlist: PlaylistSnapshot) => void };

const Rows = ({ playlists, onChoose }: RowsProps) => (
  <ChoiceList label={texts.playlists.own} items={playlists} show={toShown} onChoose={onChoose} />
);

const toShown = (playlist: PlaylistSnapshot) => ({
  action: texts.playlistSongs.addToThis(playlist.title),
  image: playlist.playlistImage,
  sub: <PlaylistNote playlist={playlist} />,
});
