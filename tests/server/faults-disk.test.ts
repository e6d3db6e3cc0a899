/** Disks that are full: uploads and writes are refused, nothing acknowledged is lost, and it heals with the space (specification 21.5). */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmdirSync } from "node:fs";
import { readdir, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { ask, audioForm, publish, uploadPath } from "../support/http-client.ts";
import { longSound } from "../support/audio-files.ts";
import { isFull } from "../support/repetitions.ts";
import { findFaults, makeLibrary, pglite, stop, type Library } from "../support/server-library.ts";
import { checkAll, makeWriters } from "../support/writers.ts";
import { queryAs } from "../support/database.ts";

const mount = (folder: string, mebibytes: number) =>
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", folder], {
    stdio: "ignore",
  });
const unmount = (folder: string) => execFileSync("umount", ["--lazy", folder]);

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "offbeat-mount-"));
  try {
    mount(folder, 1);
    unmount(folder);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}

const why = canMount() ? "" : " (skipped: only a user who may mount can make a small disk)";

/** Goes on in a piece of the log, of 16 MB, but not so far that closing makes the next one. */
async function useLog(db: Database): Promise<void> {
  const used = async () => {
    const [row] = await queryAs<{ n: number }>(
      db,
      "select (pg_current_wal_insert_lsn() - '0/0')::bigint % (16 * 1024 * 1024) as n",
    );
    return Number(row?.n);
  };
  await db.query("create table log (line text)");
  const isFar = async () => {
    const bytes = await used();
    return bytes > 11_000_000 && bytes < 12_000_000;
  };
  while (!(await isFar()))
    await db.query("insert into log select repeat(md5(n::text), 60) from generate_series(1, 200) n");
  await db.query("drop table log");
}

describe.skipIf(why !== "")(`a small disk${why}`, () => {
  let library: Library;
  const mounted: string[] = [];
  afterEach(async () => {
    await library.remove(() => mounted.splice(0).forEach(unmount));
  });

  /** A library one of whose folders is a disk of its own. */
  async function makeSmall(name: "media" | "database", mebibytes: number): Promise<Library> {
    return makeLibrary({
      engine: pglite,
      prepare: (directory) => {
        const folder = join(directory, name);
        mkdirSync(folder, { recursive: true });
        mount(folder, mebibytes);
        mounted.push(folder);
      },
    });
  }

  test("full of uploads answers 507, keeps nothing of the refused ones, and heals", { timeout: 120_000 }, async () => {
    library = await makeSmall("media", 8);
    const server = await library.start();
    const person = await library.person(0);
    const sound = longSound(5_000_000);
    const song = await publish(server.origin, person, sound);
    const upload = () => ask(server.origin, "POST", uploadPath, person, { body: audioForm(sound) });
    for (const reply of [await upload(), ...(await Promise.all([upload(), upload()]))]) {
      expect([reply.status, reply.body.error.message]).toEqual([507, expect.stringContaining("no room left")]);
    }
    expect(await readdir(join(library.directory, "media/tmp"))).toEqual([]);
    const like = await ask(server.origin, "PATCH", `/api/songs/like/${song._id}`, person, {});
    expect(like.status).toBe(200);
    const gone = await ask(server.origin, "DELETE", `/api/songs/${song._id}`, person);
    expect(gone.status).toBe(204);
    await publish(server.origin, person, sound);
    await stop(server);
    expect(await findFaults(library)).toEqual([]);
  });

  /** Fills the disk but for `left` bytes; answers what takes that away again. */
  async function fill(folder: string, left: number): Promise<() => Promise<void>> {
    const { bavail, bsize } = await statfs(folder);
    const filler = join(folder, "filler");
    await writeFile(filler, Buffer.alloc(bavail * bsize - left));
    return () => rm(filler);
  }

  test(
    "under the embedded database answers 507 to writes, loses none that it acknowledged, and heals",
    { timeout: 120_000 },
    async () => {
      library = await makeSmall("database", 64);
      const server = await library.start();
      const load = await makeWriters(library, server.origin, 6);
      const over = new AbortController();
      const giveBack = await fill(join(library.directory, "database"), 16_384);
      const running = load.writers.map((writer) => writer.run(server.origin, over.signal));
      const told = () => load.writers.flatMap(({ refusals }) => refusals);
      await expect.poll(() => told().length, { timeout: 20_000 }).toBeGreaterThan(10);
      expect(new Set(told().map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(["507 disk-full"]));
      const read = await ask(server.origin, "GET", "/api/songs/public-songs", load.host);
      expect(read.status).toBe(200);
      await giveBack();
      const before = load.writers.map(({ acknowledged }) => acknowledged);
      await expect
        .poll(() => load.writers.every((writer, n) => writer.acknowledged > (before[n] ?? 0) + 1), {
          timeout: 20_000,
        })
        .toBe(true);
      over.abort();
      await Promise.all(running);
      await checkAll(server.origin, load);
      expect(await stop(server)).toBe(0);
      expect(await findFaults(library)).toEqual([]);
    },
  );

  // It takes a while until a hang counts as one.
  test.runIf(isFull)(
    "under the log of the embedded database ends the server with a line, and the next start has everything",
    { timeout: 60_000 },
    async () => {
      library = await makeSmall("database", 128);
      const person = await library.person(0);
      const db = await library.open();
      await db.query(
        `insert into playlists (id, owner, title, description, private, position, folded_title, created_at)
         select '00000000-0000-7000-8000-' || lpad(n::text, 12, '0'), $1, 'T', 'D', true, n, 't', 0
         from generate_series(1, 2000) n`,
        [person.uid],
      );
      await useLog(db);
      await db.close();
      let server = await library.start();
      const path = `/api/playlists/my-lists/${person.uid}?fields=ids`;
      const read = async () => (await ask(server.origin, "GET", path, person)).body.data;
      let list: string[] = await read();
      // Less than the next piece of the log takes, and more than the tables need until that piece is due.
      const giveBack = await fill(join(library.directory, "database"), 12_000_000);
      const order = () => {
        list = [...list].reverse();
        const body = { orderedList: list };
        return ask(server.origin, "PATCH", `/api/playlists/order/${person.uid}`, person, { body });
      };
      let acknowledged: string[] = [];
      const write = async () => {
        for (;;) {
          const reply = await order();
          expect(reply.status).toBe(200);
          acknowledged = list;
        }
      };
      await expect(write()).rejects.toThrow(TypeError);
      expect(await server.ended).toBe(1);
      expect(server.output()).toMatch(/^The database has stopped: (its disk is full|.*No space left on device)$/m);
      await giveBack();
      server = await library.start();
      // The last call had no answer: it has taken place, or it has not.
      expect([acknowledged, list]).toContainEqual(await read());
    },
  );
});
