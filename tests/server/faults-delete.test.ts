/** A song that is in 1,000 playlists, and a server that is killed while it goes: all of it goes, or nothing (specification 21.5). */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, publish } from "../support/http-client.ts";
import { audioBytes } from "../support/audio-files.ts";
import { repetitions } from "../support/repetitions.ts";
import { findFaults, kill, makeLibrary, stop, type Library, type Person } from "../support/server-library.ts";
import type { ServerProcess } from "../support/process.ts";
import { queryAs } from "../support/database.ts";

const times = repetitions(3, 20);
/** What the ids of the playlists begin with; the rest is their number. */
const same = "00000000-0000-7000-8000-";

/** Rests in the middle of the transaction, and again after it, before the files go: a kill finds either half under way. */
const slowly = [
  `create function rest() returns trigger language plpgsql as
   $$ begin perform pg_sleep(0.5); return coalesce(new, old); end $$`,
  "create trigger rest before delete on songs for each row execute function rest()",
  `create trigger rest before update on assets for each row
   when (old.released and new.released) execute function rest()`,
];

let library: Library;
let server: ServerProcess;
let artist: Person;
const songs: { _id: string; url: string }[] = [];
/** Milliseconds that a deletion takes which nobody disturbs. */
let usual: number;

beforeAll(async () => {
  library = await makeLibrary();
  artist = await library.person(0);
  server = await library.start();
  for (const _ of [0, ...times]) songs.push(await publish(server.origin, artist, audioBytes("mp3")));
  await stop(server);
  const db = await library.open();
  await db.query(
    `insert into playlists (id, owner, title, description, private, position, folded_title, created_at)
       select '${same}' || lpad(n::text, 12, '0'), 'person-' || (1 + n % 900), 'Many', 'Many', false, n, 'many', 0
       from generate_series(1, 1000) n`,
  );
  await db.query(`insert into playlist_songs select p.id, s.id, 1 from playlists p cross join songs s`);
  for (const statement of slowly) await db.query(statement);
  await db.close();
  server = await library.start();
  const began = performance.now();
  expect((await remove(songs.shift()?._id ?? "")).status).toBe(204);
  usual = performance.now() - began;
}, 120_000);
afterAll(() => library.remove());

const remove = (id: string) => ask(server.origin, "DELETE", `/api/songs/${id}`, artist);
const fileOf = async (url: string) => {
  const name = url.slice("/media/".length);
  const names = await readdir(join(library.directory, "media"), { recursive: true });
  return names.filter((path) => path.includes(name)).length;
};

test.each(times)("killed at part %i of the way", { timeout: 60_000 }, async (n) => {
  const song = songs.shift();
  if (!song) throw new Error("No song is left");
  const answer = remove(song._id).then(
    ({ status }) => status,
    () => "cut off",
  );
  await new Promise((resolve) => setTimeout(resolve, (usual * n) / (times.length + 1)));
  await kill(server);
  const status = await answer;
  expect([204, "cut off"]).toContain(status);
  server = await library.start();
  const seen = await ask(server.origin, "GET", `/api/songs?ids=${song._id}`, artist);
  const isThere = seen.body.data.length === 1;
  if (status === 204) expect(isThere).toBe(false);
  const top = await ask(server.origin, "PUT", "/api/playlists/top/?limit=100", artist, {
    body: { songList: [song._id] },
  });
  const playlist = await ask(server.origin, "GET", `/api/playlists/${same}000000001000`, await library.person(1));
  expect(playlist.body.data.songs.includes(song._id)).toBe(isThere);
  expect(top.body.data.length > 0).toBe(isThere);
  const audio = await ask(server.origin, "GET", song.url, null, {
    headers: { range: "bytes=0-9" },
  });
  expect(audio.status).toBe(isThere ? 206 : 404);
  // What was released before the kill is taken up by the sweep of the start.
  await expect.poll(() => fileOf(song.url), { timeout: 20_000 }).toBe(isThere ? 1 : 0);
});

test("every playlist lost the same songs, and no file is left over", async () => {
  await stop(server);
  expect(await findFaults(library)).toEqual([]);
  const db = await library.open();
  const rows = await queryAs<{ n: number }>(db, "select count(*) as n from playlist_songs group by song_id");
  await db.close();
  expect(rows.filter(({ n }) => Number(n) !== 1000)).toEqual([]);
});
