import { useSyncExternalStore } from "react";
import { useAccount } from "../../app/app-context.ts";
import { useOnline } from "../../app/use-live-table.ts";
import { mayBeHere } from "./device-state.ts";
import { PlayPair } from "./PlayPair.tsx";
import type { Playback } from "./playback.ts";
import type { ListedSongs } from "./songs-by-id.ts";
import { startIndex } from "./start-index.ts";

type Props = Pick<Playback, "onPlay" | "onToggle" | "nowPlaying"> & { listed: ListedSongs };

/**
 * "Play" and "Shuffle": start a list as a whole, also where only a part of it is loaded. While it is the list that plays,
 * "Play" pauses it and goes on (specification 3.15.5).
 */
export function PlayButtons({ listed, onPlay, onToggle, nowPlaying }: Props) {
  const online = useOnline();
  const { downloads } = useAccount();
  const canPlay = (songId: string) => online || mayBeHere(songId, downloads.get());
  // Told of each part of a download, it draws only when the answer changes.
  const canStart = useSyncExternalStore(downloads.subscribe, () => listed.songs.some(({ _id }) => canPlay(_id)));

  // A few may be known from the device before the others come: none of those is where the list begins.
  const { songs, rows, incomplete, failed } = listed;
  const awaitsFirst = online && incomplete && !failed && songs[0]?._id !== rows[0];

  function start(isShuffled: boolean): void {
    const { songs: known, ...from } = listed.whole();
    const index = startIndex(known, canPlay, isShuffled ? Math.random : undefined);
    onPlay(known, index, { ...from, isShuffled });
  }
  const isCurrent = nowPlaying !== undefined && nowPlaying.list === listed.name;
  // What is paused and not here would stay silent, while others of the list play.
  const goesOn = isCurrent && (nowPlaying.playing || canPlay(nowPlaying.songId));
  return (
    <PlayPair
      playing={isCurrent && nowPlaying.playing}
      disabled={songs.length === 0 || (awaitsFirst && !isCurrent)}
      quiet={!canStart}
      onPlay={() => (goesOn ? onToggle?.() : start(false))}
      onShuffle={() => start(true)}
    />
  );
}
