/** The songs in the player's queue: the engine knows only ids, screens and URLs need the rest. */
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Track } from "../../audio/player-state.ts";
import { createSignal } from "../../lib/signal.ts";
import type { App } from "../../app/app-context.ts";

const known = new WeakMap<App, Map<string, SongSnapshot>>();
const refreshed = createSignal<readonly SongSnapshot[]>();

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

/** What an edit changes; an address may be another with every answer. */
const edited = ["title", "artist", "album", "genre", "songImage", "songColor", "private", "hasLyrics"] as const;

/** Takes newer data of songs of the queue; leaves out others, and those that nobody has edited. */
function refreshSongs(app: App, songs: readonly SongSnapshot[]): void {
  const isEdited = (song: SongSnapshot) => {
    const before = knownSong(app, song._id);
    return before !== undefined && edited.some((field) => before[field] !== song[field]);
  };
  const newer = songs.filter(isEdited);
  if (newer.length === 0) return;
  addSongs(app, newer);
  refreshed.report(app, newer);
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

const described = new WeakMap<Track, Track>();

/** The track with the title, artist, album and cover that its song has by now: an entry of the queue stays the same object. */
function describe(app: App, track: Track): Track {
  const song = knownSong(app, track.songId);
  if (song === undefined) return track;
  const { title, artist, album, songImage } = song;
  const before = described.get(track) ?? track;
  const isSame = (["title", "artist", "album", "songImage"] as const).every((name) => before[name] === song[name]);
  if (isSame) return before;
  const now = { ...track, title, artist, album, songImage };
  described.set(track, now);
  return now;
}

/** What is known of the songs of the queue. */
export interface QueueSongs {
  /** As passed to `play`, or newer. */
  song(songId: string): SongSnapshot | undefined;
  /** Takes newer data of songs of the queue. */
  refresh(songs: readonly SongSnapshot[]): void;
  /** Called with what `refresh` has taken. Returns the function that ends the subscription. */
  onRefreshed(listener: (newer: readonly SongSnapshot[]) => void): () => void;
  /** A track of the queue as its song is called by now, for showing it. */
  describe(track: Track): Track;
}

export const queueSongs = (app: App): QueueSongs => ({
  song: (songId) => knownSong(app, songId),
  refresh: (songs) => refreshSongs(app, songs),
  onRefreshed: (listener) => refreshed.on(app, listener),
  describe: (track) => describe(app, track),
});
