/** What the player played last, for a screen to offer it again (specification 6.25). */
import { useEffect, useRef, useState } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Track } from "../../audio/player-state.ts";
import { readPlayer } from "../../db/player-rows.ts";
import { useAccount } from "../../app/app-context.ts";
import { decodePlayer } from "./saved-player.ts";
import { usePlayer, usePlayerState } from "./use-player.ts";

export interface LastPlayed {
  track: Track;
  /** Undefined if its data is not known. */
  song: SongSnapshot | undefined;
  /** Seconds, when this screen was opened or the song last changed. */
  position: number;
  /** Playing or loading. */
  isOn: boolean;
  /** Goes on, or pauses. Call it in a user gesture. */
  toggle: () => void;
}

type Stored = Pick<LastPlayed, "track" | "song" | "position">;

/** Of the player, or, before it has restored its queue, as stored. Undefined until read, null if there is none. */
export function useLastPlayed(): LastPlayed | null | undefined {
  const player = usePlayer();
  const { track, status, position } = usePlayerState();
  const { db } = useAccount();
  const [stored, setStored] = useState<Stored | null>();
  const isWanted = useRef(false);
  useEffect(() => {
    let isGone = false;
    const show = (found: Stored | null) => isGone || setStored(found);
    readStored(db).then(show, () => show(null));
    return () => {
      isGone = true;
    };
  }, [db]);
  // Pressed before the queue was back.
  const isBack = track !== null;
  // Once it was back, what was stored is outdated.
  if (isBack && stored) setStored(null);
  useEffect(() => {
    if (!isWanted.current || !isBack) return;
    isWanted.current = false;
    player.engine()?.resume();
  }, [isBack, player]);

  const shown = track === null ? stored : { track, song: player.song(track.songId), position };
  return (
    shown && {
      ...shown,
      isOn: status === "playing" || status === "loading",
      toggle() {
        if (isBack) player.engine()?.toggle();
        else isWanted.current = true;
      },
    }
  );
}

async function readStored(db: Parameters<typeof readPlayer>[0]): Promise<Stored | null> {
  const rows = await readPlayer(db);
  const restored = rows && decodePlayer(rows);
  const track = restored?.saved.queue.entries[restored.saved.queue.index];
  if (restored === undefined || track === undefined) return null;
  const song = restored.songs.find(({ _id }) => _id === track.songId);
  return { track, song, position: restored.position };
}
