/** What the player knows and shows: the queue, what is happening to its current track, and what was passed over. */

/** A song as the player needs it. Its identity is `songId`; `url` changes its signature (specification 6.2). */
export interface Track {
  readonly songId: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string | null;
  readonly songImage: string | null;
  /** Seconds, as the server measured it. */
  readonly duration: number;
  /** Where the audio was when the queue was made. The engine asks `source` for the address when it plays. */
  readonly url: string;
}

/**
 * - `idle`: nothing was ever chosen, or `stop` was called
 * - `loading`: the listener wants sound and none comes yet: opening, or waiting for bytes
 * - `playing`: sound, or the pause of 2 s before a single track starts again
 * - `paused`: stopped by the listener, by the system, or a restored queue that waits for the listener
 * - `blocked`: the browser refused to start without a gesture; the bar shows Play
 * - `failed`: nothing in the queue could be played; there is no current track
 */
export type PlayerStatus = "idle" | "loading" | "playing" | "paused" | "blocked" | "failed";

/**
 * Why a track was passed over:
 * - `not-on-device`: without a network, and its audio is not here (specification 6.15)
 * - `gone`: the server says that there is no such song any more
 * - `unreachable`: the server answers, but no bytes came, or they stopped coming
 * - `broken`: bytes came that are no sound
 * - `refused`: the address did not answer with audio; the browser does not say whether it was a 403, a 404 or another
 *   kind of file
 */
export type FailureReason = "not-on-device" | "gone" | "unreachable" | "broken" | "refused";

export interface PlaybackProblem {
  readonly songId: string;
  readonly reason: FailureReason;
}

/** Never changed in place: the same object until something but the running position changes. */
export interface PlayerState {
  readonly queue: readonly Track[];
  /** Place of the current track in `queue`; -1 when there is none. */
  readonly index: number;
  /** `queue[index]`. */
  readonly track: Track | null;
  readonly status: PlayerStatus;
  /** While `loading`: the network is away, and the song goes on by itself when it is back. */
  readonly awaitsNetwork: boolean;
  /** Seconds at the last change of this state; what runs on while it plays is `AudioEngine.position`. */
  readonly position: number;
  /** Seconds: the file's own length once known, the server's before. */
  readonly duration: number;
  /** 0 to 1. */
  readonly volume: number;
  /** The latest track that could not be played; gone with the next one that plays. */
  readonly problem: PlaybackProblem | null;
  /** Songs of the queue that were passed over, for their rows: until they play, or come to the device. */
  readonly skipped: ReadonlyMap<string, FailureReason>;
}

export const emptyPlayerState: PlayerState = {
  queue: [],
  index: -1,
  track: null,
  status: "idle",
  awaitsNetwork: false,
  position: 0,
  duration: 0,
  volume: 0,
  problem: null,
  skipped: new Map(),
};
