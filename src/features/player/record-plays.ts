/** Records a play of each song that the user has heard long enough (specification 6.13, 6.14). */
import { playHeardSeconds } from "../../../contract/rules/limits.ts";
import type { AudioEngine } from "../../audio/audio-engine.ts";
import type { PlayerState, Track } from "../../audio/player-state.ts";
import type { Account } from "../../sync/account-session.ts";

type Heard = Pick<AudioEngine, "state" | "subscribe" | "position" | "starts">;

/**
 * Calls `onPlay` once per playthrough of a track; skipped parts do not count. Returns a stop function.
 * @param now milliseconds of a monotonic clock
 */
export function recordPlays(
  engine: Heard,
  onPlay: (songId: string) => void,
  now: () => number = () => performance.now(),
): () => void {
  let track: Track | null = null;
  let heard = 0;
  let isRecorded = false;
  let last = sample(engine, now());

  function update(): void {
    const { state, position, starts, at } = sample(engine, now());
    if (state.track !== track || starts !== last.starts) {
      ({ track } = state);
      heard = 0;
      isRecorded = false;
    } else if (last.state.status === "playing") {
      const passed = (at - last.at) / 1000;
      // Seconds of the song, not of the clock.
      heard += Math.max(0, Math.min(position - last.position, passed * last.state.speed));
    }
    last = { state, position, starts, at };
    if (track === null || isRecorded || heard < requiredSeconds(state.duration)) return;
    isRecorded = true;
    onPlay(track.songId);
  }

  const unsubscribe = [engine.subscribe(update), engine.position.subscribe(update)];
  return () => unsubscribe.forEach((end) => end());
}

const sample = ({ state, position, starts }: Heard, at: number) => ({
  state: state(),
  position: position.get(),
  starts,
  at,
});

/** Seconds that count as a play; infinite for an unknown duration. */
const requiredSeconds = (duration: PlayerState["duration"]) =>
  duration > 0 ? Math.min(duration / 2, playHeardSeconds) : Infinity;

/**
 * Queues a play with the current time. Private songs never count.
 * @param isPrivate undefined for an unknown song
 */
export async function countPlay(
  account: Account | undefined,
  songId: string,
  isPrivate: boolean | undefined,
): Promise<void> {
  if (isPrivate !== false) return;
  await account?.change({ kind: "play", songId, playedAt: new Date().toISOString() });
}
