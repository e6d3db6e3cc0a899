/** The songs in the player's queue: the engine knows only ids, screens and URLs need the rest. */
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Track } from "../../audio/player-state.ts";
import type { App } from "../../app/app-context.ts";

const known = new WeakMap<App, Map<string, SongSnapshot>>();

/** Replaces all registered songs by those of the new queue. */
export function registerSongs(app: App, songs: readonly SongSnapshot[]): void {
  known.set(app, new Map(songs.map((song) => [song._id, song])));
}

/** Registers songs that join the queue. */
export function addSongs(app: App, songs: readonly SongSnapshot[]): void {
  const map = known.get(app);
  if (map === undefined) return registerSongs(app, songs);
  for (const song of songs) map.set(song._id, song);
}

export const knownSong = (app: App, songId: string): SongSnapshot | undefined => known.get(app)?.get(songId);

export const trackOf = (song: SongSnapshot): Track => ({
  songId: song._id,
  title: song.title,
  artist: song.artist,
  album: song.album,
  songImage: song.songImage,
  duration: song.duration,
  url: song.url,
  gain: song.gain,
  peak: song.peak,
});
