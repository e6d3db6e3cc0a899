/** Plays: a song that was heard long enough counts, whenever its play reaches the server (specification 6.13, 6.14). */
import { playHeardSeconds } from "../../../contract/rules/limits.ts";
import type { AudioEngine } from "../../audio/audio-engine.ts";
import type { PlayerState, Track } from "../../audio/player-state.ts";
import type { Account } from "../../sync/account-session.ts";

/** A jump back from here is the track's end and its new beginning. */
const endSeconds = 1;

type Heard = Pick<AudioEngine, "state" | "subscribe" | "position">;

/**
 * Tells of each track once per time through; what was sought over was not heard. Answers how to stop.
 * @param now milliseconds of a clock that only goes forward
 */
export function recordPlays(
  engine: Heard,
  onPlay: (songId: string) => void,
  now: () => number = () => performance.now(),
): () => void {
  let track: Track | null = null;
  let heard = 0;
  let isTold = false;
  let last = lookAt(engine, now());

  function look(): void {
    const { state, position, at } = lookAt(engine, now());
    const isAgain = position < last.position && last.position >= state.duration - endSeconds;
    if (state.track !== track || isAgain) {
      ({ track } = state);
      heard = 0;
      isTold = false;
    } else if (last.state.status === "playing") {
      const passed = (at - last.at) / 1000;
      heard += Math.max(0, Math.min(position - last.position, passed));
    }
    last = { state, position, at };
    if (track === null || isTold || heard < enough(state.duration)) return;
    isTold = true;
    onPlay(track.songId);
  }

  const ends = [engine.subscribe(look), engine.position.subscribe(look)];
  return () => ends.forEach((end) => end());
}

const lookAt = ({ state, position }: Heard, at: number) => ({
  state: state(),
  position: position.get(),
  at,
});

/** Seconds to be heard; never of a track whose length is not known. */
const enough = (duration: PlayerState["duration"]) =>
  duration > 0 ? Math.min(duration / 2, playHeardSeconds) : Infinity;

/**
 * Queues a play with the time it was heard; private songs never count.
 * @param isPrivate undefined where nothing is known of the song
 */
export async function countPlay(
  account: Account | undefined,
  songId: string,
  isPrivate: boolean | undefined,
): Promise<void> {
  if (isPrivate !== false) return;
  await account?.change({ kind: "play", songId, playedAt: new Date().toISOString() });
}
