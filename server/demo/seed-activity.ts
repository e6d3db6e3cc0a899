/** Seeds the demo library's playlists, follows, likes and plays by the functions that people's own requests use. */
import { join } from "node:path";
import type { Queryable } from "../db/database.ts";
import { mediaUrl } from "../media/asset-ids.ts";
import { importFile } from "../media/import-file.ts";
import type { Receiving } from "../media/ingest.ts";
import { createPlaylist } from "../playlists/edit-playlist.ts";
import { followPlaylist } from "../playlists/playlist-follows.ts";
import { addSong } from "../playlists/playlist-songs.ts";
import { likeSong } from "../songs/likes.ts";
import { recordPlay } from "../songs/plays.ts";
import { followUser } from "../users/user-follows.ts";
import type { Library } from "./library-file.ts";

/** Far enough apart for plays of one song by one person to count. */
const betweenPlaysMs = 3 * 3_600_000;

/** Ids of what is seeded already: people by name, the others by title. */
interface Seeded {
  people: ReadonlyMap<string, string>;
  songs: ReadonlyMap<string, string>;
}

/** @param directory folder of the covers */
export async function seedActivity(
  tx: Queryable,
  parts: Receiving,
  { playlists, activity }: Library,
  { people, songs }: Seeded,
  directory: string,
): Promise<void> {
  const made = new Map<string, string>();
  for (const { cover, owner: name, songs: titles, ...form } of playlists) {
    const owner = find(people, name);
    const upload = { uid: owner, kind: "image", path: join(directory, cover), filename: cover } as const;
    const { id: image } = await importFile(parts, upload);
    const id = parts.newId();
    await createPlaylist(tx, parts.now(), owner, id, { ...form, playlistImage: mediaUrl(image) });
    for (const title of titles) await addSong(tx, owner, id, find(songs, title));
    made.set(form.title, id);
  }
  const now = parts.now();
  for (const { person, follows, followsPlaylists, likes, plays } of activity) {
    const uid = find(people, person);
    for (const name of follows) await followUser(tx, uid, find(people, name), now);
    for (const title of followsPlaylists) await followPlaylist(tx, uid, find(made, title), now);
    for (const title of likes) await likeSong(tx, uid, find(songs, title), now);
    for (const [title, times] of Object.entries(plays))
      for (let n = 0; n < times; n++) await recordPlay(tx, uid, find(songs, title), now - n * betweenPlaysMs, now);
  }
}

export function find(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The demo library has no "${name}"`);
  return id;
}
