/** Songs that are queued before the stored queue has come back join it then (specification 6.25). */
import { createQueue } from "../../audio/queue.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { App } from "../../app/app-context.ts";
import type { AudioEngine } from "../../audio/audio-engine.ts";
import type { PlayerState, Track } from "../../audio/player-state.ts";
import { addSongs, trackOf } from "./song-registry.ts";

export type QueueingWay = "playNext" | "addToQueue";

/** Songs that the user queued with one press. */
interface Queueing {
  songs: readonly SongSnapshot[];
  tracks: readonly Track[];
  how: QueueingWay;
}

/** `alone`: nothing was current, and the first of the songs waits for Play. */
export type Queued = QueueingWay | "alone";

interface EarlySongs {
  /** Returns how they were queued. */
  add(engine: AudioEngine, songs: readonly SongSnapshot[], how: QueueingWay): Queued;
  /** Whether a stored queue may take the place of this one: nothing in it was played or chosen. */
  mayRestore(state: PlayerState): boolean;
  /** What queues the songs of now anew, once another queue has taken their place. */
  joining(engine: AudioEngine): () => void;
}

export function createEarlySongs(app: App): EarlySongs {
  /** What was queued into an empty queue, in the order of the presses. */
  let early: readonly Queueing[] = [];

  /** Whether these songs alone are in the queue, and none of them was started. */
  function isEarly({ queue, status }: PlayerState): boolean {
    const tracks = new Set(early.flatMap((queueing) => queueing.tracks));
    return status === "paused" && queue.every((track) => tracks.has(track));
  }

  function enqueue(engine: AudioEngine, { songs, tracks, how }: Queueing): void {
    addSongs(app, songs);
    engine[how](tracks);
  }

  /** After the player gave up: what has not failed stays, behind what is added. */
  function replaceFailed(engine: AudioEngine, { songs, tracks }: Queueing): void {
    const { queue, skipped, speed, repeat, isShuffled } = engine.state();
    addSongs(app, songs);
    const entries = [...tracks, ...queue.filter(({ songId }) => !skipped.has(songId))];
    engine.restore({ queue: createQueue(entries, 0), speed, repeat }, { autoplay: false, position: 0 });
    if (isShuffled) engine.setShuffled(true);
  }

  return {
    add(engine, songs, how) {
      const queueing = { songs, tracks: songs.map(trackOf), how };
      const before = engine.state();
      if (before.track === null) early = [queueing];
      else if (isEarly(before)) early = [...early, queueing];
      if (before.status === "failed") replaceFailed(engine, queueing);
      else enqueue(engine, queueing);
      return before.track === null ? "alone" : how;
    },
    mayRestore: (state) => state.track === null || isEarly(state),
    joining(engine) {
      const { queue } = engine.state();
      // Without what was removed since.
      const kept = early.map(({ tracks, ...one }) => ({
        ...one,
        tracks: tracks.filter((track) => queue.includes(track)),
      }));
      return () => kept.filter(({ tracks }) => tracks.length > 0).forEach((one) => enqueue(engine, one));
    },
  };
}
