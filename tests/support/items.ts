/** Songs and playlists for tests of the page and the worker: each test says only what it is about. */
import type { Upload } from "../../contract/media.ts";
import type { PlaylistSummary } from "../../contract/playlists.ts";
import type { Song, SongSnapshot } from "../../contract/songs.ts";
import type { Download } from "../../contract/worker-messages.ts";

/** The `n`th id, in order of `n`. */
export const idOf = (n: number): string => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, "0")}`;

/** The `n`th song as a device keeps it: public, Ben's, a minute long. */
export const snapshotOf = (n: number, fields: Partial<SongSnapshot> = {}): SongSnapshot => ({
  _id: idOf(n),
  title: `Song ${n}`,
  artist: "Ben",
  album: null,
  genre: "Ska",
  songImage: null,
  duration: 60,
  url: `/media/${n}`,
  private: false,
  owner: "ben",
  bytes: 3,
  sha256: null,
  mimeType: "audio/mpeg",
  gain: null,
  peak: null,
  ...fields,
});

/** The `n`th song as the server answers it. */
export const songOf = (n: number, fields: Partial<Song> = {}): Song => ({
  ...snapshotOf(n),
  original_id: idOf(n),
  playCount: 0,
  likes: 0,
  liked: false,
  createdAt: "2026-11-22T12:00:00.000Z",
  ...fields,
});

/** A file as the media host answers its upload. */
export const uploadOf = (name: string, kind: Upload["resource_type"] = "video"): Upload => ({
  public_id: name,
  secure_url: `/media/${name}`,
  url: `/media/${name}`,
  bytes: 3,
  format: "mp3",
  resource_type: kind,
  original_filename: name,
  created_at: "2026-01-01T00:00:00.000Z",
});

/** The `n`th song as it waits for its download. */
export const downloadOf = (n: number, fields: Partial<Download> = {}): Download => {
  const { _id: songId, ...copy } = snapshotOf(n, { bytes: 1_000 });
  return { ...copy, songId, state: "wanted", path: copy.url, received: 0, ...fields };
};

/** The `n`th playlist as the server lists it: public, Ben's, with `n` songs. */
export const playlistOf = (n: number, fields: Partial<PlaylistSummary> = {}): PlaylistSummary => ({
  _id: idOf(n),
  title: `List ${n}`,
  description: "",
  genre: null,
  private: false,
  playlistImage: null,
  songCount: n,
  owner: "ben",
  ownerName: "Ben Bolt",
  followers: 0,
  followed: false,
  createdAt: "2026-11-22T12:00:00.000Z",
  ...fields,
});
