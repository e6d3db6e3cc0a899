/** Stores what plays, so that the next start can resume it (specification 6.25). */
import { currentEntry } from "../../audio/queue.ts";
import { removeAt } from "../../audio/queue-edits.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { AudioEngine } from "../../audio/audio-engine.ts";
import { emptyPlayerState, type PlayerState } from "../../audio/player-state.ts";
import type { Clock } from "../../audio/sound-interface.ts";
import { randomId } from "../../db/random-id.ts";
import type { PlayerChange } from "../../db/player-rows.ts";
import { nameOfList } from "./list-name.ts";
import { encodePlace, encodeQueue, type RestoredPlayer, type StoredPlace } from "./saved-player.ts";
import { StoredSongs } from "./stored-songs.ts";

/** Delay of a write after a change, because changes come in groups; milliseconds. */
const saveMs = 200;
/** A position is stored this often while a song plays; seconds. */
const positionSeconds = 5;

interface Deps {
  engine: Pick<AudioEngine, "state" | "subscribe" | "position" | "savedQueue">;
  songOf(songId: string): SongSnapshot | undefined;
  /** Whether this song is gone and only plays on: it is not stored. */
  isLeaving(songId: string): boolean;
  /** False while this player may store nothing. */
  mayWrite(): boolean;
  /**
   * Null removes what is stored.
   * @param base the id of the queue that the change builds on
   * @returns whether that was the stored one: another tab may have stored its own since
   */
  write(change: PlayerChange | null, base: string): Promise<boolean>;
  clock: Clock;
}

export interface PlayerSaver {
  /** Writes at once what is not stored yet. Resolves with false if that failed. */
  flush(): Promise<boolean>;
  /** The place, while the database has the queue and may not have this place yet. */
  unsavedPlace(): StoredPlace | undefined;
  /** What is stored is not this queue: the next write is a whole one, and due without another change. */
  forget(): void;
  /** Another player has stored its own, which stays until something changes here: that write is a whole one. */
  giveWay(): void;
  stop(): void;
}

/** @param restored the stored queue that the engine was restored from, and the state that this was */
export function savePlayer(
  { engine, songOf, isLeaving, mayWrite, write, clock }: Deps,
  restored?: Pick<RestoredPlayer, "id" | "stored" | "version"> & { state: PlayerState },
): PlayerSaver {
  /** The state and position that are stored. */
  let stored = restored?.state ?? emptyPlayerState;
  let storedPosition = engine.position.get();
  let id = restored?.id;
  /** Of the last place that was written for this queue. */
  let version = restored?.version ?? 0;
  let writes = 0;
  let songs = restored?.stored ?? new StoredSongs();
  /** A write says what it changes in what the one before has left. */
  let writing = Promise.resolve(true);
  let cancel: (() => void) | undefined;

  const isQueueChanged = () => {
    const now = engine.state();
    return (["queue", "list", "isShuffled", "repeat", "speed"] as const).some((name) => now[name] !== stored[name]);
  };
  const isPlaceChanged = () =>
    engine.state().index !== stored.index ||
    engine.state().queued !== stored.queued ||
    engine.position.get() !== storedPosition;
  /** A start makes this player the last one, at the place where it gave way. */
  const isBack = () => id === undefined && engine.state().status !== stored.status;

  function flush(): Promise<boolean> {
    cancel?.();
    cancel = undefined;
    writes += 1;
    writing = writing.then(writeChange).finally(() => {
      writes -= 1;
    });
    return writing;
  }

  function unsavedPlace(): StoredPlace | undefined {
    const { track } = engine.state();
    if (!mayWrite() || isQueueChanged() || !(isPlaceChanged() || writes > 0)) return undefined;
    if (id === undefined || track === null || isLeaving(track.songId)) return undefined;
    return encodePlace(engine.savedQueue(), engine.position.get(), id, version + 1);
  }

  async function writeChange(): Promise<boolean> {
    const withQueue = isQueueChanged();
    if (!mayWrite()) return true;
    if (!withQueue && !isPlaceChanged() && !isBack()) return true;
    remember();
    const base = id;
    try {
      const change = encode(withQueue);
      const isWhole = change === null || change.songs?.isWhole === true;
      const isFound = await write(change, base ?? "");
      if (isFound || isWhole || id === undefined) return true;
      // Another tab has stored its own since, which is not what this one plays.
      forget();
      return await writeChange();
    } catch (error) {
      console.warn("What plays could not be stored", error);
      // A place alone would belong to a queue that is not there.
      forget();
      return false;
    }
  }

  function remember(): void {
    stored = engine.state();
    storedPosition = engine.position.get();
  }

  function forget(): void {
    // No queue is this one, not even an empty one.
    stored = { ...emptyPlayerState, queue: [] };
    songs = new StoredSongs();
  }

  function giveWay(): void {
    remember();
    id = undefined;
    songs = new StoredSongs();
  }

  /** Null for an empty queue, and for one with a song that could not be shown after a restore. */
  function encode(withQueue: boolean): PlayerChange | null {
    const { saved, position } = comingBack();
    if (saved.queue.entries.length > 0) {
      if (!withQueue && id !== undefined) {
        version += 1;
        return { place: encodePlace(saved, position, id, version) };
      }
      id = randomId();
      version = 0;
      const encoded = encodeQueue(saved, position, songOf, id, nameOfList(engine.state().list), songs);
      if (encoded !== undefined) return { ...encoded, place: encoded.queue.place };
    }
    songs = new StoredSongs();
    return null;
  }

  /** What a restore shall bring back. */
  function comingBack() {
    const saved = engine.savedQueue();
    const { queue } = saved;
    const current = currentEntry(queue);
    if (current === undefined || !isLeaving(current.songId)) return { saved, position: storedPosition };
    return { saved: { ...saved, queue: removeAt(queue, queue.index) }, position: 0 };
  }

  const saveSoon = () => {
    cancel ??= clock.after(saveMs, () => void flush());
  };
  const unsubscribe = [
    engine.subscribe(() => {
      if (isQueueChanged() || engine.state().index !== stored.index || engine.state().status !== stored.status)
        saveSoon();
    }),
    engine.position.subscribe(() => {
      if (Math.abs(engine.position.get() - storedPosition) >= positionSeconds) saveSoon();
    }),
  ];
  if (isQueueChanged()) saveSoon();
  return {
    flush,
    unsavedPlace,
    forget,
    giveWay,
    stop() {
      cancel?.();
      unsubscribe.forEach((end) => end());
    },
  };
}
