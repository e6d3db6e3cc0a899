/** What the benches of many favourites begin with: a library, people who like 16 and 2,000 songs, and their browser. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { runnerImport } from "vite";
import { root } from "../../scripts/setup.mjs";
import { findBrowser } from "../support/programs.mjs";
import { deviceArgs } from "./bare-browser.mjs";
import { callsOf, signIn, startServer, stopServer } from "./server-process.mjs";

export const counts = [16, 2_000];

/** Seeds a library in an empty folder, with somebody for each count of favourites; one that was made before stays. */
export async function prepareFavourites(folder, port) {
  const known = join(folder, "people.json");
  if (existsSync(known)) return JSON.parse(readFileSync(known, "utf8"));
  // Some of them are private.
  const args = ["seed", "--songs", String(counts[1] * 1.3), "--users", "10", "--playlists", "0"];
  const { status, stderr } = spawnSync(process.execPath, [join(root, "dist/server/admin.js"), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: folder },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`Seeding failed: ${stderr}`);
  const { module: support } = await runnerImport(join(root, "tests/support/person.ts"));
  const server = await startServer(port, { DATA_DIR: folder, PUBLIC_URL: `http://localhost:${port}` });
  const people = [];
  try {
    for (const count of counts) {
      const { email, password, uid } = await support.createPerson(server.url);
      const { token } = await signIn(server.url, { email, password });
      const songs = await like(server, token, count);
      people.push({ email, password, uid, songs });
    }
  } finally {
    await stopServer(server);
  }
  writeFileSync(known, JSON.stringify(people));
  return people;
}

/** Likes that many public songs and answers them. */
async function like(server, token, count) {
  const call = callsOf(server, token);
  const songs = [];
  for await (const song of publicSongs(call)) if (songs.push(song) === count) break;
  await likeAll(
    call,
    songs.map(({ _id }) => _id),
  );
  return songs;
}

/** Throws when there are no more. */
export async function* publicSongs(call) {
  for (let cursor = ""; ;) {
    const { data, next } = await call(`songs/public-songs?limit=500${cursor}`);
    yield* data;
    if (!next) throw new Error("There are too few songs");
    cursor = `&cursor=${encodeURIComponent(next)}`;
  }
}

/** Sixteen at a time. */
export async function likeAll(call, ids) {
  const waiting = [...ids];
  const likeNext = async () => {
    for (let id = waiting.pop(); id; id = waiting.pop())
      await call(`songs/like/${id}`, { method: "PATCH", body: "{}" });
  };
  await Promise.all(Array.from({ length: 16 }, likeNext));
}

export const openDevice = (profile) =>
  chromium.launchPersistentContext(profile, { executablePath: findBrowser(), args: deviceArgs });

/** Signs in by the form and waits until the app works offline. */
export async function enter(page, url, { email, password }) {
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/home-page");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Signs in on a new device, lays the songs on it, and lets the app look through them. */
export async function makeDevice(profile, url, { uid, songs, ...person }) {
  const context = await openDevice(profile);
  const [page] = context.pages();
  await enter(page, url, person);
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(layOnDevice, { uid, songs });
  await visitOnce(page, url);
  await context.close();
}

/** In the page: files and rows of songs as the worker leaves them. */
async function layOnDevice({ uid, songs }) {
  const ready = { state: "ready", rank: 1 };
  const cache = await caches.open(`offbeat-audio-${uid}`);
  const bodies = new Map();
  const rows = [];
  for (const { _id, url: audio, ...song } of songs) {
    const body = bodies.get(song.sha256) ?? (await (await fetch(audio)).blob());
    bodies.set(song.sha256, body);
    const path = audio.replace(/^https?:\/\/[^/]+/, "").replace(/[?#].*$/, "");
    const headers = {
      "content-type": song.mimeType,
      "content-length": String(song.bytes),
      "accept-ranges": "bytes",
    };
    await cache.put(path, new Response(body, { headers }));
    rows.push({ ...song, songId: _id, path, url: audio, ...ready, received: song.bytes });
  }
  const opening = indexedDB.open(`offbeat-account-${uid}`);
  const db = await new Promise((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const transaction = db.transaction("downloads", "readwrite");
  for (const row of rows) transaction.objectStore("downloads").put(row);
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  db.close();
}

/** Shows the list and waits until nothing is asked for or compared any more. */
export async function visitOnce(page, url) {
  await page.goto(`${url}/favorites`);
  await page
    .getByRole("button", { name: /^Play / })
    .nth(9)
    .waitFor({ timeout: 120_000 });
  await page.waitForTimeout(15_000);
}
