import { useCallback, useMemo } from "react";
import { type Item, ItemList } from "../lists/ItemList.tsx";
import { SongCard } from "./SongCard.tsx";
import type { Playback } from "./playback.ts";
import type { ListedSongs } from "./songs-by-id.ts";
import { usePlayFrom } from "./use-play-from.ts";
import { useSongStates } from "./use-song-states.ts";

type Props = Playback & {
  /** Its accessible name. */
  label: string;
  listed: ListedSongs;
};

/** Songs as covers in one line (specification 3.15.6). A tap plays them all from that one. */
export function SongShelf({ label, listed, onPlay, nowPlaying, skipped }: Props) {
  const { songs, rows, incomplete, onNear } = listed;
  const stateOf = useSongStates({ nowPlaying, skipped });
  const known = useMemo(() => new Map(songs.map((song) => [song._id, song])), [songs]);
  const play = usePlayFrom(listed, onPlay);
  const renderCard = useCallback(
    (item: Item) => {
      const song = known.get(item.id);
      return <SongCard item={item} song={song} {...stateOf(song ?? { _id: item.id })} onPlay={play} />;
    },
    [known, stateOf, play],
  );
  return (
    <ItemList
      label={label}
      layout="strip"
      ids={rows}
      start={rows.indexOf(nowPlaying?.songId ?? "")}
      busy={incomplete}
      onNear={onNear}
    >
      {renderCard}
    </ItemList>
  );
}
