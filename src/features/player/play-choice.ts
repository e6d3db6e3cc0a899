/** Plays the song that the user pressed in a list, or goes on with it. */
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { AudioEngine } from "../../audio/audio-engine.ts";
import type { PlayerState, Track } from "../../audio/player-state.ts";
import type { App } from "../../app/app-context.ts";
import { nameOfList } from "./list-name.ts";
import { addSongs, registerSongs } from "./song-registry.ts";

/** A list and the song in it that the user pressed. */
export interface Choice {
  songs: readonly SongSnapshot[];
  tracks: readonly Track[];
  index: number;
  isShuffled: boolean | undefined;
}

/** If that song of the same list is current, continues it; else the list replaces the queue. */
export function playChoice(app: App, engine: AudioEngine, { songs, tracks, index, isShuffled }: Choice): void {
  // The queue may stay as it is: its own songs stay known until it is replaced.
  addSongs(app, songs);
  if (isCurrent(engine.state(), tracks, index)) resumeIfPaused(engine);
  else engine.play(tracks, index);
  const now = engine.state();
  if (now.list === tracks) registerSongs(app, songs);
  // A list that cannot play now has left the queue as it was.
  const isPlaying = now.track?.songId === tracks[index]?.songId;
  if (isPlaying && isShuffled !== undefined && now.isShuffled !== isShuffled) engine.setShuffled(isShuffled);
}

/** A second press on the playing row must not restart the song. */
export function resumeIfPaused(engine: AudioEngine): void {
  const { status } = engine.state();
  if (status !== "playing" && status !== "loading") engine.resume();
}

/** Whether the tapped track of this list is current, in whatever order its queue plays by now. */
function isCurrent({ track, list }: PlayerState, tracks: readonly Track[], index: number): boolean {
  if (track === null || track.songId !== tracks[index]?.songId) return false;
  // What is known of a list changes: by a like, a removal, a new ranking, or as its parts come and go.
  const name = nameOfList(list);
  return (name !== undefined && name === nameOfList(tracks)) || haveSameSongs(list, tracks);
}

const haveSameSongs = (some: readonly Track[], others: readonly Track[]): boolean =>
  some.length === others.length && some.every(({ songId }, at) => songId === others[at]?.songId);
