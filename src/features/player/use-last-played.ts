/** What the player played last, for a screen to offer it again (specification 6.25). */
import { useEffect, useRef, useState } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Track } from "../../audio/player-state.ts";
import type { AccountDatabase } from "../../db/database.ts";
import { type PlayerRows, readPlayer } from "../../db/player-rows.ts";
import { chunkOf } from "../../db/song-chunks.ts";
import { useAccount } from "../../app/app-context.ts";
import { decodeCurrent, decodeSongs, songIn } from "./saved-player.ts";
import { trackOf } from "./song-registry.ts";
import { useDescribed, useIsOn, usePlayer, usePlayerState } from "./use-player.ts";

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
  const track = useDescribed(usePlayerState((state) => state.track));
  const position = usePlayerState((state) => state.position);
  const isOn = useIsOn();
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
      isOn,
      toggle() {
        if (isBack) player.toggle();
        else isWanted.current = true;
      },
    }
  );
}

/** Reads the current song alone: the queue may have thousands. */
async function readStored(db: AccountDatabase): Promise<Stored | null> {
  const numberIn = (rows: PlayerRows) => decodeCurrent(rows)?.number;
  const rows = await readPlayer(db, decodeSongs, (read) => chunkOf(numberIn(read) ?? -1));
  const current = rows && decodeCurrent(rows);
  const song = rows && current && songIn(rows.songs, current.number);
  return song ? { track: trackOf(song), song, position: current?.position ?? 0 } : null;
}
