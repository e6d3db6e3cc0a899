import { useMemo } from "react";
import { useDownloads, useOnline } from "../../app/use-live-table.ts";
import { ItemList } from "../lists/ItemList.tsx";
import { useLiked } from "./likes.ts";
import { SongCard } from "./SongCard.tsx";
import type { Playback } from "./playback.ts";
import type { ListedSongs } from "./songs-by-id.ts";
import { usePlayFrom } from "./use-play-from.ts";

type Props = Playback & {
  /** Its accessible name. */
  label: string;
  listed: ListedSongs;
};

/** Songs as covers in one line (specification 3.15.6). A tap plays them all from that one. */
export function SongShelf({ label, listed, onPlay, nowPlaying }: Props) {
  const { songs, rows, incomplete, onNear } = listed;
  const online = useOnline();
  const liked = useLiked();
  const downloads = useDownloads();
  const known = useMemo(() => new Map(songs.map((song) => [song._id, song])), [songs]);
  const play = usePlayFrom(listed, onPlay);
  return (
    <ItemList
      label={label}
      layout="strip"
      ids={rows}
      start={rows.indexOf(nowPlaying?.songId ?? "")}
      busy={incomplete}
      onNear={onNear}
    >
      {(item) => (
        <SongCard
          item={item}
          song={known.get(item.id)}
          liked={liked.has(item.id)}
          dimmed={!online && downloads?.get(item.id)?.state !== "ready"}
          current={item.id === nowPlaying?.songId ? (nowPlaying.playing ? "playing" : "paused") : undefined}
          onPlay={play}
        />
      )}
    </ItemList>
  );
}
