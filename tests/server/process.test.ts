/** The built server as a process: what it says and does where only a real start or a real signal shows it. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { layDatabase } from "../support/data-directory.ts";
import { freePort, startServer, whenReady, type ServerProcess } from "../support/process.ts";

let directory: string;
let port: string;
const running: ServerProcess[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "offbeat-process-"));
  port = String(await freePort());
});
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill("SIGKILL");
    await ended;
  }
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function start(env: Record<string, string> = {}): ServerProcess {
  const server = startServer({ PORT: port, DATA_DIR: join(directory, "data"), ...env });
  running.push(server);
  return server;
}

/** Lines that are not JSON, as a person reads them. */
const plainLines = (server: ServerProcess) =>
  server
    .output()
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("{"));

async function register(server: ServerProcess, email: string): Promise<string> {
  const reply = await fetch(`${server.origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "Correct!1horse", returnSecureToken: true }),
  });
  const { idToken }: { idToken: string } = JSON.parse(await reply.text());
  return idToken;
}

test("TLS files that are none stop the start before anything is made", async () => {
  const file = join(import.meta.dirname, "process.test.ts");
  const server = start({ TLS_CERT: file, TLS_KEY: file });
  expect(await server.ended).toBe(1);
  expect(plainLines(server)).toEqual([
    "TLS_CERT and TLS_KEY take a certificate in PEM and the private key that belongs to it",
  ]);
  expect(await readdir(directory)).toEqual([]);
});

test(
  "starts, refuses a second server on its data and its port, and is taken over after a kill",
  { timeout: 180_000 },
  async () => {
    await mkdir(join(directory, "data"), { mode: 0o755 });
    const first = start();
    await whenReady(first);
    expect(plainLines(first)).toEqual([`Offbeat is at http://localhost:${port}`]);

    const sameData = start({ PORT: String(await freePort()) });
    expect(await sameData.ended).toBe(1);
    expect(plainLines(sameData)).toEqual([
      expect.stringMatching(/^DATA_DIR .*: another Offbeat server \(process \d+\)/),
    ]);

    const samePort = start({ DATA_DIR: join(directory, "other") });
    expect(await samePort.ended).toBe(1);
    expect(plainLines(samePort)).toEqual([`PORT ${port} is taken by another program: set PORT to a free one`]);

    const token = await register(first, "ada@example.org");
    const profile = await fetch(`${first.origin}/api/users`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ firstName: "Ada", lastName: "Lovelace", artist: false }),
    });
    expect(profile.status).toBe(201);
    first.child.kill("SIGKILL");
    expect(await first.ended).toBe("SIGKILL");
    expect(await readdir(join(directory, "data"))).toContain("lock");

    const second = start();
    await whenReady(second);
    const login = await fetch(`${second.origin}/api/users/login`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({
        user: {
          firstName: "",
          lastName: "",
          email: "",
          uid: JSON.parse(await profile.text()).data.uid,
        },
      }),
    });
    expect(login.status).toBe(200);
    expect(second.output()).not.toContain("ada@example.org");
    expect(second.output()).not.toContain(token);
    // In a directory that others may read, which an operator made.
    const modeOf = async (name: string) => (await stat(join(directory, "data", name))).mode & 0o777;
    for (const name of ["identity-key.pem", "media-key"]) expect(await modeOf(name)).toBe(0o600);
    for (const name of ["database", "media"]) expect([name, await modeOf(name)]).toEqual([name, 0o700]);
  },
);

test("SIGTERM lets a request that is under way finish, then ends with 0", { timeout: 180_000 }, async () => {
  const server = start();
  await whenReady(server);
  const body = JSON.stringify({
    email: "late@example.org",
    password: "Correct!1horse",
    returnSecureToken: true,
  });
  const status = new Promise<number | undefined>((resolve, reject) => {
    const sent = request(
      `${server.origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=x`,
      {
        method: "POST",
        headers: { "content-type": "application/json", "content-length": body.length },
      },
      (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      },
    );
    sent.on("error", reject);
    // Half of it before the signal, the rest after.
    sent.write(body.slice(0, 10));
    setTimeout(() => server.child.kill("SIGTERM"), 300);
    setTimeout(() => sent.end(body.slice(10)), 800);
  });
  expect(await status).toBe(200);
  expect(await server.ended).toBe(0);
  expect(await readdir(join(directory, "data"))).not.toContain("lock");
  const again = start();
  await whenReady(again);
  const reply = await fetch(`${again.origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  expect(reply.status).toBe(200);
});

test("a request that never ends does not keep the server from stopping in order", { timeout: 180_000 }, async () => {
  const server = start();
  await whenReady(server);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => {});
  socket.write(
    "POST /identitytoolkit.googleapis.com/v1/accounts:signUp?key=x HTTP/1.1\r\nHost: localhost\r\n" +
      "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  socket.destroy();
  expect(await readdir(join(directory, "data"))).not.toContain("lock");
});

test("a SIGTERM as soon as it listens ends it like any other", { timeout: 120_000 }, async () => {
  const server = start({
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "../support/sigterm-at-listen.mjs"))}`,
  });
  expect(await server.ended).toBe(0);
  expect(server.output()).not.toContain('"level":50');
  const left = await readdir(join(directory, "data"));
  expect(left.filter((name) => /^(lock|socket)/.test(name))).toEqual([]);
});

test("a wrong setting or a directory that cannot be written stops it with one line", { timeout: 120_000 }, async () => {
  const wrong = start({ MAX_AUDIO_BYTES: "200MB" });
  expect(await wrong.ended).toBe(1);
  expect(plainLines(wrong)).toEqual([expect.stringMatching(/^MAX_AUDIO_BYTES takes a whole number/)]);
  const demo = start({ DEMO: "1", HOST: "0.0.0.0" });
  expect(await demo.ended).toBe(1);
  expect(plainLines(demo)).toEqual([expect.stringMatching(/^DEMO takes 1 only/)]);
  // A file in the place of the directory: it stops the superuser too, whom rights do not.
  // And a place where nothing can be made.
  for (const place of ["/proc/self/status", "/proc/offbeat/data"]) {
    const closed = start({ DATA_DIR: place });
    expect(await closed.ended).toBe(1);
    expect(plainLines(closed)).toEqual([expect.stringMatching(/^DATA_DIR takes a directory/)]);
  }
});

test("something else in the place of a file of DATA_DIR stops it with one line", { timeout: 120_000 }, async () => {
  const noDatabase = join(directory, "no-database");
  await mkdir(noDatabase);
  await writeFile(join(noDatabase, "database"), "");
  const noMedia = join(directory, "no-media");
  await layDatabase(noMedia);
  await writeFile(join(noMedia, "media"), "");
  const noSocket = join(directory, "no-socket");
  await layDatabase(noSocket);
  await mkdir(join(noSocket, "socket/inside"), { recursive: true });
  for (const [folder, name] of [
    [noDatabase, "database"],
    [noMedia, "media"],
    [noSocket, "socket"],
  ] as const) {
    const server = start({ DATA_DIR: folder });
    expect(await server.ended).toBe(1);
    expect(plainLines(server)).toEqual([
      expect.stringMatching(`^${join(folder, name)}.* cannot be used \\(E[A-Z]+\\): something else is in its place`),
    ]);
  }
});

test("the demo library is seeded once and its accounts can sign in", { timeout: 240_000 }, async () => {
  // As the default has it, below the folder that the server is started in.
  const env = { DATA_DIR: relative(process.cwd(), join(directory, "demo")), DEMO: "1" };
  await layDatabase(env.DATA_DIR);
  const library = JSON.parse(await readFile(join(import.meta.dirname, "../../server/demo/library.json"), "utf8"));
  const account = library.accounts[0];
  for (const round of ["first", "second"]) {
    const server = start(env);
    await whenReady(server);
    expect([round, server.output().includes("Making the demo library")]).toEqual([round, round === "first"]);
    expect(server.output()).toContain(`${account.email}  ${account.password}`);
    const newest = await fetch(`${server.origin}/statistics/new-songs?limit=500`);
    expect(JSON.parse(await newest.text()).data).toHaveLength(library.songs.length);
    const reply = await fetch(`${server.origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        email: account.email,
        password: account.password,
        returnSecureToken: true,
      }),
    });
    const { idToken }: { idToken: string } = JSON.parse(await reply.text());
    const songs = await fetch(`${server.origin}/api/songs/public-songs`, {
      headers: { authorization: `Bearer ${idToken}` },
    });
    const { data }: { data: { url: string; songImage: string }[] } = JSON.parse(await songs.text());
    expect(data[0]).toMatchObject({ title: library.songs[0].title, private: false });
    const audio = await fetch(server.origin + data[0]?.url, { headers: { range: "bytes=0-9" } });
    expect([audio.status, (await audio.arrayBuffer()).byteLength]).toEqual([206, 10]);
    const cover = await fetch(server.origin + data[0]?.songImage);
    expect(cover.headers.get("content-type")).toBe("image/webp");
    expect((await cover.arrayBuffer()).byteLength).toBeGreaterThan(100);
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
  }
});
