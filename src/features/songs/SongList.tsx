import { useCallback, useMemo } from "react";
import { type Item, ItemList } from "../lists/ItemList.tsx";
import type { Move } from "../lists/use-reorder.ts";
import type { Playback } from "./playback.ts";
import { SongRow } from "./SongRow.tsx";
import type { ListedSongs } from "./songs-by-id.ts";
import { usePlayFrom } from "./use-play-from.ts";
import { useSongStates } from "./use-song-states.ts";

type Props = Playback & {
  /** Its accessible name. */
  label: string;
  /** What `useSongs` returns. */
  listed: ListedSongs;
  /** Makes the list sortable: stores a move, as `useStoreMove` does. */
  onMove?: ((move: Move) => Promise<void>) | undefined;
};

/** Songs in rows (specification 3.15). A tap plays the list from that row. */
export function SongList({ label, listed, onMove, onPlay, nowPlaying, skipped }: Props) {
  const { songs, rows, incomplete, onNear } = listed;
  const stateOf = useSongStates({ nowPlaying, skipped });
  const known = useMemo(() => new Map(songs.map((song) => [song._id, song])), [songs]);
  const reorder = useMemo(() => onMove && { nameOf: (id: string) => known.get(id)?.title, onMove }, [known, onMove]);
  const play = usePlayFrom(listed, onPlay);
  const renderRow = useCallback(
    (item: Item) => {
      const song = known.get(item.id);
      return <SongRow item={item} song={song} {...stateOf(song ?? { _id: item.id })} onPlay={play} />;
    },
    [known, stateOf, play],
  );
  return (
    <ItemList
      label={label}
      ids={rows}
      start={rows.indexOf(nowPlaying?.songId ?? "")}
      busy={incomplete}
      reorder={reorder}
      onNear={onNear}
    >
      {renderRow}
    </ItemList>
  );
}
