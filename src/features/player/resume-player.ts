/** Restores the account's player after a reload, and stores it from then on (specification 6.25). */
import { browserClock } from "../../audio/browser-clock.ts";
import type { PlayerState } from "../../audio/player-state.ts";
import { clearPlayer, readPlayer, updatePlace, writePlayer } from "../../db/player-rows.ts";
import { sleep } from "../../lib/sleep.ts";
import type { Account } from "../../sync/account-session.ts";
import { readStoredUid } from "../auth/session.ts";
import type { GoneInQueue } from "./drop-gone-songs.ts";
import { leftPlace } from "./left-place.ts";
import type { Player } from "./player.ts";
import { takeResume } from "./resume-asked.ts";
import { savePlayer, type PlayerSaver } from "./save-player.ts";
import { decodePlayer, decodeSongs, isQueue, newerPlace, type RestoredPlayer } from "./saved-player.ts";

export interface KeptPlayer {
  /** Writes at once what is not stored yet. Resolves with false if that failed. */
  flush(): Promise<boolean>;
  /** What is stored is not this queue: the next write is a whole one. */
  forget(): void;
  /** Another tab has stored its own, which stays until something changes here. */
  giveWay(): void;
  /** Replaces the queue by the stored one, and plays it. */
  takeStored(): Promise<void>;
  stop(): void;
}

/** Until what could not be restored is tried again; milliseconds. */
const retryMs = 5_000;

/** @param mayWrite false while another tab plays */
export function keepPlayer(
  { db, uid }: Pick<Account, "db" | "uid">,
  player: Player,
  mayWrite: () => boolean,
  gone: Pick<GoneInQueue, "isLeaving" | "checkRestored">,
): KeptPlayer {
  let saver: PlayerSaver | undefined;
  /** Whether another tab has stored its own since this one began to read. */
  let hasGivenWay = false;
  const stopped = new AbortController();
  const { signal } = stopped;

  async function storeLeftPlace(): Promise<void> {
    const left = leftPlace.read();
    if (left === undefined) return;
    if (mayWrite()) await updatePlace(db, (rows) => newerPlace(rows, left));
    leftPlace.forget();
  }

  /** Resolves with what was restored, and the state that this was. */
  async function restore(mayPlay: () => boolean): Promise<(RestoredPlayer & { state: PlayerState }) | undefined> {
    let autoplay: boolean | undefined;
    while (!signal.aborted) {
      try {
        await storeLeftPlace();
        const rows = await readPlayer(db, decodeSongs);
        if (signal.aborted) return undefined;
        // Nobody expects music that begins late.
        autoplay = autoplay === undefined && mayPlay();
        const stored = rows && decodePlayer(rows);
        if (stored === undefined) return undefined;
        const state = await player.restore(stored, { autoplay });
        if (state === undefined) return undefined;
        if (!signal.aborted) gone.checkRestored();
        return { ...stored, state };
      } catch (error) {
        if (!signal.aborted) console.warn("What played last could not be restored", error);
      }
      // The player's script did not come, or the storage failed.
      await sleep(retryMs, signal);
    }
    return undefined;
  }

  async function start(mayPlay: () => boolean): Promise<void> {
    const restored = await restore(mayPlay);
    const engine = await player.loaded;
    if (signal.aborted) return;
    saver?.stop();
    saver = savePlayer(
      {
        engine,
        songOf: player.song,
        isLeaving: gone.isLeaving,
        clock: browserClock,
        // Once another tab has signed out nothing may be written into what it left.
        mayWrite: () => mayWrite() && readStoredUid() === uid,
        async write(change, base) {
          if (change !== null) return isQueue(await writePlayer(db, change), base);
          await clearPlayer(db);
          return true;
        },
      },
      restored,
    );
    if (hasGivenWay) saver.giveWay();
  }

  const flush = async () => saver?.flush() ?? true;
  const flushHidden = () => {
    if (!document.hidden) return;
    const place = saver?.unsavedPlace();
    if (place !== undefined) leftPlace.write(place);
    void flush();
  };
  document.addEventListener("visibilitychange", flushHidden);
  // Where the browser wants a press first, the player shows Play. A song that was chosen before the storage answered plays on.
  void start(() => takeResume() && player.state().track === null);
  return {
    flush,
    forget: () => saver?.forget(),
    giveWay() {
      hasGivenWay = true;
      leftPlace.forget();
      saver?.giveWay();
    },
    takeStored() {
      hasGivenWay = false;
      return start(() => true);
    },
    stop() {
      stopped.abort();
      saver?.stop();
      leftPlace.forget();
      document.removeEventListener("visibilitychange", flushHidden);
    },
  };
}
