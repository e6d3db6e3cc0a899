/** Backups of what an operator's disk may hold (specification 18.11, 18.12). A stand-in answers on the socket. */
import { appendFile, mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { runBackup } from "../../server/admin/backup.ts";
import { doJob, type JobParts } from "../../server/admin/jobs.ts";
import { runRestore } from "../../server/admin/restore.ts";
import { Reader, readHeader } from "../../server/admin/tar.ts";
import { DatabaseError, toWire } from "../../server/db/pglite-messages.ts";
import { StartError } from "../../server/lib/start-error.ts";
import { readSettings } from "../../server/settings/settings.ts";

let folder: string;
let data: string;
let archive: string;
let server: Server;
/** A folder of another disk, with one file. */
let larger: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "offbeat-backup-"));
  data = join(folder, "data");
  archive = join(folder, "backup.tar");
  larger = join(folder, "larger");
  for (const path of ["data/media", "data/snapshot-1", "larger"]) await mkdir(join(folder, path), { recursive: true });
  await writeFile(join(data, "snapshot-1/PG_VERSION"), "17");
  await writeFile(join(larger, "song"), "sound");
  server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.write('{"kind":"done","lines":["snapshot-1"]}\n'));
  });
  await new Promise<void>((resolve) => server.listen(join(data, "socket"), resolve));
  const info = vi.spyOn(console, "info").mockImplementation(() => {});
  onTestFinished(() => info.mockRestore());
});
afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const backup = (file = archive) => runBackup([file], readSettings({ DATA_DIR: data }));

async function namesIn(path: string): Promise<string[]> {
  const file = await open(path, "r");
  onTestFinished(() => file.close());
  const reader = new Reader(file);
  const names: string[] = [];
  for (;;) {
    const entry = readHeader(await reader.take(512));
    if (!entry || entry.name.startsWith("manifest-")) return names;
    names.push(entry.name);
    await reader.pass(entry.bytes, async () => {});
  }
}

test("what the operator has moved to a larger disk and linked is in it", async () => {
  await symlink(larger, join(data, "media/ab"));
  await mkdir(join(data, "media/cd"));
  await symlink(join(larger, "song"), join(data, "media/cd/linked"));
  await backup();
  expect((await namesIn(archive)).sort()).toEqual(["database/PG_VERSION", "media/ab/song", "media/cd/linked"]);
});

test.each(["notes", "media/song"])("a link to nothing in the place of %s ends it with one line", async (name) => {
  await symlink(join(folder, "nothing"), join(data, name));
  await expect(backup()).rejects.toEqual(
    new StartError(`${join(data, name)} cannot be read (ENOENT): the backup was not made`),
  );
  expect((await readdir(folder)).sort()).toEqual(["data", "larger"]);
});

test("links in a circle end it with one line", async () => {
  await symlink(join(data, "media"), join(data, "media/again"));
  await expect(backup()).rejects.toBeInstanceOf(StartError);
});

test("a name that the archive has no room for ends it with one line", async () => {
  const name = `${"n".repeat(101)}.txt`;
  await writeFile(join(data, name), "mine");
  await expect(backup()).rejects.toEqual(new StartError(`${name} has a name too long for a backup`));
});

test.each(["media", "media/ab", "database"])("FILE is none that is a part of DATA_DIR by the link %s", async (part) => {
  await rm(join(data, part), { recursive: true, force: true });
  await symlink(larger, join(data, part));
  await expect(backup(join(larger, "backup.tar"))).rejects.toEqual(
    new StartError("FILE takes a path outside of DATA_DIR"),
  );
  expect(await readdir(larger)).toEqual(["song"]);
});

test.each(["media/linked", "media-key"])("FILE is none that the link %s leads to", async (name) => {
  await symlink(join(larger, "song"), join(data, name));
  await expect(backup(join(larger, "song"))).rejects.toEqual(new StartError("FILE takes a path outside of DATA_DIR"));
  expect(await readdir(larger)).toEqual(["song"]);
  expect(await readFile(join(data, name), "utf8")).toBe("sound");
});

test.each(["tmp", "parts"])("media/%s is not in it, be it a link to nothing", async (name) => {
  await symlink(join(folder, "nothing"), join(data, "media", name));
  await backup();
  expect(await namesIn(archive)).toEqual(["database/PG_VERSION"]);
});

test("a disk that is full when the database is copied is told as that", async () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, copyfile"), { code: "ENOSPC" });
  const copyTo = async (copy: string) => {
    await mkdir(copy);
    // The thread of the database tells of it by a message.
    throw new DatabaseError(structuredClone(toWire(full)));
  };
  const parts = { deps: { settings: { dataDir: data } }, data: { copyTo } } as unknown as JobParts;
  await expect(doJob(parts, { kind: "snapshot" }, () => {})).rejects.toEqual(
    new StartError("The disk is full: the backup was not made"),
  );
  expect((await readdir(data)).sort()).toEqual(["media", "snapshot-1", "socket"]);
});

// 18.12
test("an archive with something after its end is not restored", async () => {
  await backup();
  await appendFile(archive, "\0");
  const empty = join(folder, "empty");
  await expect(runRestore([archive], readSettings({ DATA_DIR: empty }))).rejects.toEqual(
    new StartError(`${archive}: It is damaged`),
  );
  expect(await readdir(empty)).toEqual([]);
});
