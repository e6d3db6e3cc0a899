import { useCallback, useEffect, useRef } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Playback } from "./playback.ts";
import type { ListedSongs } from "./songs-by-id.ts";

/** Plays a list from a song. Returns a stable function, so that unchanged rows do not render when the list changes. */
export function usePlayFrom({ whole }: ListedSongs, onPlay: Playback["onPlay"]) {
  const latest = useRef({ whole, onPlay });
  useEffect(() => {
    latest.current = { whole, onPlay };
  });
  return useCallback((song: SongSnapshot) => {
    const { songs, ...from } = latest.current.whole();
    const index = songs.findIndex(({ _id }) => _id === song._id);
    latest.current.onPlay(songs, index, from);
  }, []);
}
