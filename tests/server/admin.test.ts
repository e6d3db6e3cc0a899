/** The operator's commands as processes, beside a server that runs and without one (specification 16.14, 18.11, 18.12). */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { execFile } from "node:child_process";
import {
  cp,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSettings } from "../../server/settings/settings.ts";
import { StartError } from "../../server/lib/start-error.ts";
import { runJob } from "../../server/admin/admin-client.ts";
import { runRestore } from "../../server/admin/restore.ts";
import { layDatabase } from "../support/data-directory.ts";
import { freePort, startServer, whenReady, type ServerProcess } from "../support/process.ts";
import { runTool } from "../support/admin-commands.ts";

let folder: string;
let data: string;
let archive: string;
let server: ServerProcess;
let password: string;
/** Email and password of an artist with songs. */
let artist: string[] = [];
const listener = "listener-1@seed-1.example";

async function start(dataDir: string): Promise<ServerProcess> {
  const started = startServer({ PORT: String(await freePort()), DATA_DIR: dataDir });
  await whenReady(started);
  return started;
}

async function end(running: ServerProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  running.child.kill(signal);
  await running.ended;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "offbeat-tools-"));
  data = join(folder, "data");
  archive = join(folder, "backup.tar");
  await layDatabase(data);
  server = await start(data);
}, 240_000);
afterAll(async () => {
  await end(server, "SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  body: any;
}

async function call(origin: string, path: string, body?: unknown, token?: string, method?: string): Promise<Answer> {
  const reply = await fetch(origin + path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  return { status: reply.status, body: text === "" ? undefined : JSON.parse(text) };
}

const identity = "/identitytoolkit.googleapis.com/v1/accounts";
const signIn = (origin: string, email: string, secret: string) =>
  call(origin, `${identity}:signInWithPassword?key=x`, {
    email,
    password: secret,
    returnSecureToken: true,
  });

test("seed fills the library of a server that runs, once", { timeout: 240_000 }, async () => {
  expect((await stat(join(data, "socket"))).mode & 0o777).toBe(0o600);
  const seeded = await runTool(data, ["seed", "--songs", "80"]);
  expect([seeded.code, seeded.lines.slice(0, 2)]).toEqual([0, ["10 people", "4 playlists"]]);
  password = /listener-1@\S+ {2}(\S+)/.exec(seeded.lines.join("\n"))?.[1] ?? "";
  artist = /(\S+@\S+) {2}(\S+) {2}\(artist\)/.exec(seeded.lines.join("\n"))?.slice(1) ?? [];
  const { status, body } = await signIn(server.origin, listener, password);
  expect(status).toBe(200);
  const songs = await call(server.origin, "/api/songs/public-songs", undefined, body.idToken);
  expect(songs.body.data.length).toBeGreaterThan(30);
  expect(await runTool(data, ["seed", "--songs", "5"])).toEqual({
    code: 1,
    lines: ["The library is not empty: --add seeds it all the same"],
  });
  expect((await runTool(data, ["seed", "--songs", "many"])).lines).toEqual([
    expect.stringMatching(/^npm run seed -- --songs N/),
  ]);
});

test("reset-link prints a link that sets a password, or why there is none", { timeout: 180_000 }, async () => {
  const made = await runTool(data, ["reset-link", listener]);
  expect([made.code, made.lines.length]).toEqual([0, 1]);
  const oobCode = new URL(made.lines[0] ?? "").searchParams.get("oobCode");
  password = "Another!1word";
  const reset = await call(server.origin, `${identity}:resetPassword?key=x`, {
    oobCode,
    newPassword: password,
  });
  expect(reset.status).toBe(200);
  expect((await signIn(server.origin, listener, password)).status).toBe(200);
  expect(await runTool(data, ["reset-link", "nobody@example.org"])).toEqual({
    code: 1,
    lines: ["No account with a password has nobody@example.org"],
  });
});

test.each([
  ["reset-link", listener],
  ["remove-user", listener],
  ["backup", "never.tar"],
])("%s makes no library where there is none", async (command, argument) => {
  const wrong = join(folder, "wrong");
  const file = command === "backup" ? join(folder, argument) : argument;
  expect(await runTool(wrong, [command, file])).toEqual({
    code: 1,
    lines: [`DATA_DIR ${wrong} holds no library: set it to the server's`],
  });
  expect((await readdir(folder)).sort()).toEqual(["data"]);
});

test("the socket takes lines of ours only, and a killed server's is taken over", { timeout: 180_000 }, async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(join(data, "socket"), () => socket.write('{"kind":"drop"}\n'));
    socket.setEncoding("utf8").once("data", (text: string) => {
      resolve(text);
      socket.destroy();
    });
    socket.once("error", reject);
  });
  expect(JSON.parse(answer)).toMatchObject({ kind: "failed" });
  await end(server, "SIGKILL");
  expect(await readdir(data)).toContain("socket");
  // Without a server the command opens the database itself.
  expect((await runTool(data, ["reset-link", listener])).code).toBe(0);
  server = await start(data);
  expect((await runTool(data, ["reset-link", listener])).code).toBe(0);
});

test("no file goes while somebody copies the data, and what waited goes afterwards", { timeout: 60_000 }, async () => {
  const [email = "", secret = ""] = artist;
  const { body } = await signIn(server.origin, email, secret);
  const own = `/api/songs/mysongs/${body.localId}`;
  const [song] = (await call(server.origin, own, undefined, body.idToken)).body.data;
  const name = `${new URL(song.url, server.origin).pathname.slice("/media/".length)}.audio`;
  const file = join(data, "media", name.slice(0, 2), name);
  const socket = connect(join(data, "socket"), () => socket.write('{"kind":"snapshot"}\n'));
  const [reply] = await once(socket.setEncoding("utf8"), "data");
  expect(JSON.parse(String(reply))).toMatchObject({ kind: "done" });

  const gone = await call(server.origin, `/api/songs/${song._id}`, {}, body.idToken, "DELETE");
  expect(gone.status).toBe(204);
  expect((await fetch(server.origin + song.url)).status).toBeGreaterThanOrEqual(400);
  expect(existsSync(file)).toBe(true);
  socket.destroy();
  // The sweep of a start is the next one.
  await end(server);
  server = await start(data);
  await expect.poll(() => existsSync(file), { timeout: 20_000 }).toBe(false);
});

/** Asks for a copy of the database, as a backup begins. */
async function beginBackup() {
  const socket = connect(join(data, "socket"), () => socket.write('{"kind":"snapshot"}\n'));
  const [reply] = await once(socket.setEncoding("utf8"), "data");
  const { lines } = JSON.parse(String(reply));
  return { copy: join(data, lines[0]), end: () => socket.destroy() };
}

test("a second backup leaves the copy of the first; each goes with its backup", { timeout: 60_000 }, async () => {
  const first = await beginBackup();
  const files = (await readdir(first.copy)).length;
  expect(files).toBeGreaterThan(5);
  const second = await beginBackup();
  expect((await readdir(first.copy)).length).toBe(files);
  first.end();
  await expect.poll(() => existsSync(first.copy)).toBe(false);
  expect(existsSync(second.copy)).toBe(true);
  second.end();
  await expect.poll(() => existsSync(second.copy)).toBe(false);
});

test("a backup whose server ends is none: files may have gone", { timeout: 60_000 }, async () => {
  const settings = readSettings({ DATA_DIR: data });
  const { end: endJob } = await runJob(settings, { kind: "snapshot" }, () => {});
  await end(server);
  await expect(endJob()).rejects.toThrow("The server has ended before it was done");
  server = await start(data);
});

test(
  "something else in the place of a file of DATA_DIR ends a command with one line",
  { timeout: 60_000 },
  async () => {
    const file = join(folder, "whole.tar");
    expect(await runTool(data, ["backup", file])).toMatchObject({ code: 0 });
    const noFolder = join(folder, "no-folder");
    await writeFile(noFolder, "");
    const noLock = join(folder, "no-lock");
    await mkdir(join(noLock, "lock/inside"), { recursive: true });
    const noDatabase = join(folder, "no-database");
    await mkdir(noDatabase);
    await writeFile(join(noDatabase, "database"), "");
    for (const command of [
      ["restore", file],
      ["seed", "--songs", "3"],
      ["reset-link", listener],
      ["backup", file],
    ])
      for (const place of [noFolder, noLock, noDatabase]) {
        const { code, lines } = await runTool(place, command);
        expect([command, place, code, lines]).toEqual([command, place, 1, [expect.any(String)]]);
      }
    await Promise.all([file, noFolder, noLock, noDatabase].map((path) => rm(path, { recursive: true })));
  },
);

test("whatever lies beside the data is in the backup, and comes back", { timeout: 60_000 }, async () => {
  const names = [".DS_Store", "notes (1).txt", "media/.nfs0001", "média.txt"];
  const file = join(folder, "others.tar");
  for (const name of names) await writeFile(join(data, name), name);
  expect(await runTool(data, ["backup", file])).toMatchObject({ code: 0 });
  for (const name of names) await rm(join(data, name));
  const fresh = join(folder, "others");
  expect(await runTool(fresh, ["restore", file])).toMatchObject({ code: 0 });
  for (const name of names) expect(await readFile(join(fresh, name), "utf8")).toBe(name);
  await Promise.all([fresh, file].map((path) => rm(path, { recursive: true })));
});

test("a backup replaces files only, and none of the data, by whichever way", { timeout: 120_000 }, async () => {
  const place = join(folder, "place");
  await mkdir(join(place, "drawer"), { recursive: true });
  await symlink(data, join(place, "to-data"));
  await symlink(join(place, "nowhere"), join(place, "dangling"));
  await promisify(execFile)("mkfifo", [join(place, "pipe")]);
  const outside = "FILE takes a path outside of DATA_DIR";
  const noFile = (name: string) => `${join(place, name)} is no file that a backup can replace: name another FILE`;
  for (const [name, line] of [
    ["pipe", noFile("pipe")],
    ["drawer", noFile("drawer")],
    ["dangling", `${join(place, "dangling")} cannot be written`],
    ["to-data/backup.tar", outside],
    ["none/backup.tar", expect.stringMatching(/there is no folder .*none$/)],
  ])
    expect(await runTool(data, ["backup", join(place, String(name))])).toEqual({ code: 1, lines: [line] });
  expect(await runTool(join(place, "to-data"), ["backup", join(data, "b.tar")])).toEqual({ code: 1, lines: [outside] });
  expect(await runTool(data, ["backup", ""])).toMatchObject({
    code: 1,
    lines: [expect.stringMatching(/^FILE is empty/)],
  });
  expect((await readdir(place)).sort()).toEqual(["dangling", "drawer", "pipe", "to-data"]);

  // What a link stands for is replaced, and what a killed backup has left goes.
  await writeFile(join(place, "disk.tar"), "old");
  await symlink(join(place, "disk.tar"), join(place, "link.tar"));
  const left = join(place, ".disk.tar.0123456789ab");
  const young = join(place, ".disk.tar.ba9876543210");
  for (const one of [left, young]) await writeFile(one, "half");
  await utimes(left, new Date(0), new Date(0));
  expect(await runTool(data, ["backup", join(place, "link.tar")])).toMatchObject({ code: 0 });
  expect((await lstat(join(place, "link.tar"))).isSymbolicLink()).toBe(true);
  expect((await stat(join(place, "disk.tar"))).size).toBeGreaterThan(1_000_000);
  expect((await readdir(place)).filter((name) => name.startsWith("."))).toEqual([".disk.tar.ba9876543210"]);
  await rm(place, { recursive: true });
});

test("a backup beside writes becomes the same library elsewhere", { timeout: 240_000 }, async () => {
  const { body: signedIn } = await signIn(server.origin, listener, password);
  const before = await call(server.origin, "/api/songs/public-songs?limit=500", undefined, signedIn.idToken);
  const songs: { _id: string; url: string; songImage: string | null }[] = before.body.data;
  const made: string[] = [];
  const register = async () => {
    const email = `writer-${made.length}@example.org`;
    const reply = await call(server.origin, `${identity}:signUp?key=x`, {
      email,
      password,
      returnSecureToken: true,
    });
    if (reply.status === 200) made.push(email);
  };
  await register();
  const acknowledged = made.length;
  let isOver = false;
  const writing = (async () => {
    for (let index = 0; !isOver; index++) {
      const song = songs[index % songs.length]?._id;
      const path = `/api/songs/${index % 2 ? "like" : "cancel-like"}/${song}`;
      const { status } = await call(server.origin, path, {}, signedIn.idToken, "PATCH");
      if (status >= 500) throw new Error(`A write answered ${status}`);
    }
  })();
  const backup = await runTool(data, ["backup", archive]);
  isOver = true;
  await writing;
  expect(backup).toEqual({
    code: 0,
    lines: [expect.stringMatching(/backup\.tar: \d+ files, \d+ MB$/)],
  });
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  expect((await readdir(data)).filter((name) => name.startsWith("snapshot-"))).toEqual([]);
  expect((await readdir(folder)).sort()).toEqual(["backup.tar", "data"]);

  const fresh = join(folder, "fresh");
  expect(await runTool(fresh, ["restore", archive])).toMatchObject({ code: 0 });
  const again = await start(fresh);
  try {
    expect((await signIn(again.origin, listener, password)).status).toBe(200);
    expect((await signIn(again.origin, made[acknowledged - 1] ?? "", password)).status).toBe(200);
    // A token of before is still good: the keys are in it.
    const after = await call(again.origin, "/api/songs/public-songs?limit=500", undefined, signedIn.idToken);
    const restored: typeof songs = after.body.data;
    expect(restored.map(({ _id }) => _id)).toEqual(songs.map(({ _id }) => _id));
    for (const song of [restored[0], restored.at(-1)]) {
      const [there, here] = await Promise.all(
        [server.origin, again.origin].map(async (origin) => {
          const reply = await fetch(origin + song?.url, {
            headers: { range: "bytes=1000-1999" },
          });
          return [reply.status, Buffer.from(await reply.arrayBuffer()).toString("base64")];
        }),
      );
      expect(here).toEqual(there);
      expect(here?.[0]).toBe(206);
    }
  } finally {
    await end(again);
  }
});

test("restore refuses data that are there, and every damaged archive", { timeout: 180_000 }, async () => {
  expect(await runTool(data, ["restore", archive])).toEqual({
    code: 1,
    lines: [expect.stringMatching(/^DATA_DIR .*: another Offbeat server/)],
  });
  const used = join(folder, "fresh");
  expect((await runTool(used, ["restore", archive])).lines).toEqual([
    expect.stringMatching(/is not empty: restore into an empty directory$/),
  ]);

  const broken = join(folder, "broken.tar");
  const whole = await readFile(archive);
  const bytes = whole.length;
  const damages: (() => Promise<void>)[] = [
    () => truncate(broken, Math.floor(bytes / 2)),
    () => truncate(broken, bytes - 2_000),
    () => truncate(broken, 0),
    () => flip(Math.floor(bytes / 2)),
    () => flip(600),
    () => flip(bytes - 1_600),
    () => flip(bytes - 100),
    () => flip(whole.lastIndexOf('"madeAt":"2') + '"madeAt":"2'.length),
    () => truncate(broken, bytes - 100),
    () => writeFile(broken, "not an archive at all".repeat(100)),
  ];
  async function flip(at: number): Promise<void> {
    const file = await open(broken, "r+");
    await file.write(Buffer.from([(whole[at] ?? 0) ^ 1]), 0, 1, at);
    await file.close();
  }
  for (const [index, damage] of damages.entries()) {
    await cp(archive, broken);
    await damage();
    const target = join(folder, `target-${index}`);
    const settings = readSettings({ DATA_DIR: target });
    const error = await runRestore([broken], settings).catch((reason: unknown) => reason);
    expect([index, error]).toEqual([index, expect.any(StartError)]);
    expect(String(error)).toMatch(/broken\.tar: [^\n]+$/);
    expect(await readdir(target)).toEqual([]);
  }
  const last = await runTool(join(folder, "target"), ["restore", broken]);
  expect(last).toEqual({
    code: 1,
    lines: [expect.stringMatching(/broken\.tar: It is no backup/)],
  });
});
