/** The player's state: the queue, the current track, and the skipped songs. */

import type { Loudness } from "../../contract/rules/loudness.ts";
import type { Repeat } from "./queue.ts";

/** A song in the queue, identified by `songId`: the signature in `url` changes (specification 6.2). */
export interface Track extends Loudness {
  readonly songId: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string | null;
  readonly songImage: string | null;
  /** Seconds, as the server measured it. */
  readonly duration: number;
  /** URL of the audio when the queue was created. To play, the engine gets the current one from `source`. */
  readonly url: string;
}

/**
 * - `idle`: no song chosen yet, or `stop` was called
 * - `loading`: playback is wanted but silent: opening, or waiting for bytes
 * - `playing`: sound, or the pause of 2 s before a single track repeats
 * - `paused`: by the user, by the system, or a restored queue
 * - `blocked`: the browser refused to start without a user gesture; the bar shows Play
 * - `failed`: nothing in the queue could be played; there is no current track
 */
export type PlayerStatus = "idle" | "loading" | "playing" | "paused" | "blocked" | "failed";

/**
 * Why a track was skipped:
 * - `not-on-device`: no network, and the audio is not on the device (specification 6.15)
 * - `unsupported`: this browser cannot play such a file
 * - `gone`: the server no longer has the song
 * - `unreachable`: the server responds, but no bytes arrive
 * - `broken`: the bytes are not playable audio
 * - `refused`: the URL returned no audio; the browser does not tell a 403 from a 404 or another file type
 */
export type FailureReason = "not-on-device" | "unsupported" | "gone" | "unreachable" | "broken" | "refused";

export type Sleep = number | "end";

/** How songs sound, on this device. */
export interface SoundSettings {
  /** Seconds that one song fades into the next; 0 is off. */
  readonly crossfade: number;
  /** Whether all songs sound equally loud. */
  readonly evenLoudness: boolean;
}

export const defaultSound: SoundSettings = { crossfade: 0, evenLoudness: true };

interface PlaybackProblem {
  readonly songId: string;
  readonly reason: FailureReason;
}

/** Immutable: the same object until anything except the running position changes. */
export interface PlayerState extends SoundSettings {
  /** In playing order. */
  readonly queue: readonly Track[];
  /** Index of the current track in `queue`; -1 if there is none. */
  readonly index: number;
  /** How many tracks after the current one the user queued. */
  readonly queued: number;
  /** The list that the queue was made from, in its own order. */
  readonly list: readonly Track[];
  readonly isShuffled: boolean;
  readonly repeat: Repeat;
  /** 1 is the song's own. */
  readonly speed: number;
  /** Minutes that the sleep timer was set to, or the end of the song; null while it is off. */
  readonly sleep: Sleep | null;
  /** `queue[index]`. */
  readonly track: Track | null;
  readonly status: PlayerStatus;
  /** While `loading`: offline; the song starts when the network is back. */
  readonly awaitsNetwork: boolean;
  /** Seconds at the last change of this state; `AudioEngine.position` is the running position. */
  readonly position: number;
  /** Seconds: the file's own duration once known, until then the server's. */
  readonly duration: number;
  /** 0 to 1. */
  readonly volume: number;
  /** The last track that failed; cleared when the next one plays. */
  readonly problem: PlaybackProblem | null;
  /** Skipped songs of the queue, for their rows, until they play or are on the device. */
  readonly skipped: ReadonlyMap<string, FailureReason>;
}

export const emptyPlayerState: PlayerState = {
  ...defaultSound,
  queue: [],
  index: -1,
  queued: 0,
  list: [],
  isShuffled: false,
  repeat: "all",
  speed: 1,
  sleep: null,
  track: null,
  status: "idle",
  awaitsNetwork: false,
  position: 0,
  duration: 0,
  volume: 0,
  problem: null,
  skipped: new Map(),
};
