import { type ReactNode, useMemo, useRef, useState } from "react";
import { formatTime } from "../../lib/time-format.ts";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { RowSkeletons } from "../../ui/RowSkeletons.tsx";
import { StatusLine } from "../../ui/StatusLine.tsx";
import { ShowMore } from "../lists/ShowMore.tsx";
import { SomeMissing } from "../lists/SomeMissing.tsx";
import { ChoiceList } from "./ChoiceList.tsx";
import { ChoiceSearch } from "./ChoiceSearch.tsx";
import styles from "./AddSongsDialog.module.css";
import { PlaylistsFailed } from "./PlaylistsFailed.tsx";
import { usePlaylistSongIds } from "./playlist-songs.ts";
import { useCandidates } from "./song-candidates.ts";
import { useChangeSongs } from "./use-change-songs.ts";

type Props = { playlist: PlaylistSnapshot; open: boolean; onClose: () => void };

/** "Add Song to {title}": the songs that the playlist may take (specification 3.16.3, 5.6). */
export function AddSongsDialog({ playlist, open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={titleWith(playlist.title)}
      footer={<Button onClick={onClose}>{texts.playlistSongs.done}</Button>}
    >
      <Picker playlist={playlist} />
    </Dialog>
  );
}

/** The language says where in it the name stands. */
function titleWith(name: string): ReactNode {
  const [before, after] = texts.playlistSongs.addTo("\n").split("\n");
  return (
    <>
      {before}
      <bdi>{name}</bdi>
      {after}
    </>
  );
}

/** How many rows are shown first; each "more" adds as many. */
const step = 50;

const none: readonly string[] = [];

function Picker({ playlist }: { playlist: PlaylistSnapshot }) {
  const [text, setText] = useState("");
  const [wanted, setWanted] = useState(step);
  const { ids: known, partial, failed } = usePlaylistSongIds(playlist._id);
  const ids = known ?? (failed ? none : undefined);
  /** Ids of those that were added here: their rows stay, so that none moves up under the finger. */
  const [added, setAdded] = useState<readonly string[]>([]);
  const left = useMemo(() => ids?.filter((id) => !added.includes(id)), [ids, added]);
  const held = useMemo(() => new Set(ids), [ids]);
  const candidates = useCandidates(playlist, left, text, wanted);
  const { add, remove } = useChangeSongs();
  const { songs } = candidates;
  const search = (value: string) => {
    setText(value);
    setWanted(step);
  };
  return (
    <>
      <ChoiceSearch
        label={texts.playlistSongs.search}
        value={text}
        onValue={search}
        count={candidates.count}
        more={candidates.partial}
        data-autofocus
      />
      <StatusLine className={styles.note}>{candidates.fromDevice && texts.playlistSongs.fromDevice}</StatusLine>
      <div className={styles.found}>
        {songs === undefined || songs.length === 0 ? (
          <Nothing {...candidates} searched={text !== ""} />
        ) : (
          <Rows
            songs={songs}
            held={held}
            isKnown={!partial}
            onAdd={(song) => {
              setAdded((before) => [...before, song._id]);
              add(playlist, song);
            }}
            onRemove={(song) => remove(playlist, song)}
          />
        )}
        <ShowMore
          small
          more={songs !== undefined && songs.length > 0 && candidates.more}
          shown={songs?.length ?? 0}
          busy={candidates.loading}
          className={styles.more}
          onPress={() => setWanted(wanted + step)}
        />
        {songs !== undefined && songs.length > 0 && candidates.partial && candidates.failed && (
          <SomeMissing text={texts.songs.someMissing} onRetry={candidates.retry} />
        )}
      </div>
    </>
  );
}

function Nothing({ songs, more, loading, failed, retry, searched }: NothingProps): ReactNode {
  if (failed) return <PlaylistsFailed onRetry={retry} title={texts.songs.loadFailed} />;
  // Those that are loaded do not match; the next ones are on their way.
  if (songs === undefined || (loading && more)) return <RowSkeletons count={6} />;
  return (
    <EmptyState small title={texts.songs.noSongs}>
      {searched ? undefined : texts.playlistSongs.noneLeft}
    </EmptyState>
  );
}
type NothingProps = ReturnType<typeof useCandidates> & { searched: boolean };

interface RowsProps {
  songs: readonly SongSnapshot[];
  /** Ids of those that the playlist holds. */
  held: ReadonlySet<string>;
  /** All of them are known; else one that was added here may have been there before, and is not taken out again. */
  isKnown: boolean;
  onAdd: (song: SongSnapshot) => void;
  onRemove: (song: SongSnapshot) => void;
}

function Rows({ songs, held, isKnown, onAdd, onRemove }: RowsProps) {
  const goes = (id: string) => isKnown && held.has(id);
  const pressed = useRef<string>(undefined);
  return (
    <ChoiceList
      label={texts.playlistSongs.candidates}
      items={songs}
      show={({ _id, title, artist, songImage, duration }) => ({
        action: goes(_id) ? texts.playlistSongs.remove(title) : texts.playlistSongs.add(title),
        chosen: held.has(_id),
        image: songImage,
        sub: artist,
        time: formatTime(duration),
      })}
      onChoose={(song, { detail }) => {
        // The second press of a double click would take the song out again.
        const isDouble = detail > 1 && song._id === pressed.current;
        pressed.current = song._id;
        if (!isDouble) (goes(song._id) ? onRemove : onAdd)(song);
      }}
    />
  );
}
