/**
 * The server's calls under load, on the embedded database and on PostgreSQL, with floors beside them in the same run
 * (specification 21): lists of 100 songs, the API mix, growth with the library, starts and memory.
 * `--sizes 100,10000` takes other libraries; `--engine embedded` one engine alone.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import { runnerImport } from "vite";
import { ensureBuilt, root } from "../../scripts/setup.mjs";
import { listed, median, memoryOf, signIn, startServer, stopServer } from "./server-process.mjs";

const port = 4_870;
const floorPort = 4_871;
const rounds = 5;
const seconds = 4;
const connections = 8;

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "100,10000,100000" },
    engine: { type: "string", default: "embedded,postgres" },
  },
});
const sizes = options.sizes.split(",").map(Number);

async function measureEngine(engine) {
  console.log(`\n${engine}`);
  const cluster = engine === "postgres" ? await startCluster() : undefined;
  let small;
  try {
    for (const songs of sizes) {
      const library = await openLibrary(cluster, songs);
      try {
        small = await measureLibrary(library, songs, engine, small);
      } finally {
        rmSync(library.folder, { recursive: true, force: true });
      }
    }
  } finally {
    await cluster?.remove();
  }
}

async function startCluster() {
  const { module } = await runnerImport(join(root, "tests/support/postgres.ts"));
  return module.startCluster({ durable: true });
}

/** A seeded library in a data directory of its own, and in a database of its own where there is a cluster. */
async function openLibrary(cluster, songs) {
  const folder = mkdtempSync(join(tmpdir(), "offbeat-bench-"));
  const env = { DATA_DIR: folder, DEMO: "0" };
  if (cluster) env.DATABASE_URL = await makeDatabase(cluster.url, `bench_${songs}`);
  const began = performance.now();
  const args = [join(root, "dist/server/admin.js"), "seed", "--songs", String(songs)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env: { PATH: process.env.PATH, ...env },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`Seeding failed: ${stderr}`);
  const took = (performance.now() - began) / 1000;
  console.log(`seed of ${songs} songs: ${took.toFixed(1)} s`);
  const [listener, artist] = [...stdout.matchAll(/^ +(\S+@\S+) +(\S+) +\(/gm)].map(([, email, password]) => ({
    email,
    password,
  }));
  return { folder, env, listener, artist };
}

async function makeDatabase(url, name) {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return url.replace(/\/postgres$/, `/${name}`);
}

async function measureLibrary({ env, listener, artist }, songs, engine, small) {
  await stopServer(await startServer(port, env));
  const server = await startServer(port, env);
  try {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    console.log(`  start ${Math.round(server.took)} ms, idle ${memoryOf(server)} MB`);
    const user = await signIn(server.url, listener);
    const growth = await measureGrowth(server, user);
    report("page of 100 songs", growth.page, small?.page);
    report("the last page of 100 songs", growth.last, small?.last);
    report("search", growth.search, small?.search);
    report("memory after that, MB", memoryOf(server), small?.memory);
    if (songs >= 10_000 || sizes.length === 1) {
      await measureList(server, user);
      await measureMix(server, engine, await signIn(server.url, artist), user);
    }
    return small ?? { ...growth, memory: memoryOf(server) };
  } finally {
    await stopServer(server);
  }
}

function report(name, value, before) {
  console.log(
    `  ${name}: ${value.toFixed(value < 10 ? 1 : 0)}${before ? `, ${(value / before).toFixed(2)}x the small library` : ""}`,
  );
}

/** Milliseconds of a call, median of many, one at a time. */
async function timeOf(url, headers) {
  const times = [];
  for (let index = 0; index < 60; index += 1) {
    const began = performance.now();
    const response = await fetch(url(index), { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url(index)} answered ${response.status}`);
    times.push(performance.now() - began);
  }
  return median(times);
}

async function measureGrowth({ url }, { token }) {
  const headers = { authorization: `Bearer ${token}` };
  const list = `${url}/api/songs/public-songs?limit=100`;
  const words = ["night", "sea", "the", "gold", "rain", "lo", "zzz"];
  const last = await lastPage(list, headers);
  return {
    page: await timeOf(() => list, headers),
    last: await timeOf(() => last, headers),
    search: await timeOf((round) => `${url}/api/search?q=${words[round % words.length]}&limit=20`, headers),
  };
}

/** Address of a page deep in the list: at most fifty pages on. */
async function lastPage(list, headers) {
  let at = list;
  for (let page = 0; page < 50; page += 1) {
    const { next } = await (await fetch(at, { headers })).json();
    if (next === null) break;
    at = `${list}&cursor=${encodeURIComponent(next)}`;
  }
  return at;
}

/**
 * Requests a second of the list, read anew for each call, against a bare Fastify that answers the same bytes; and of a
 * poll of the same list, which is read too and answered 304.
 */
async function measureList({ url }, { token }) {
  const address = `${url}/api/songs/public-songs?limit=100`;
  const headers = { authorization: `Bearer ${token}` };
  const body = await (await fetch(address, { headers })).text();
  const folder = mkdtempSync(join(tmpdir(), "offbeat-floor-"));
  const file = join(folder, "body.json");
  writeFileSync(file, body);
  const floor = spawn(process.execPath, [join(root, "tests/bench/floor.mjs"), String(floorPort), file]);
  const floorUrl = `http://127.0.0.1:${floorPort}/`;
  try {
    while (!(await fetch(floorUrl).then(Boolean, () => false))) await new Promise((resolve) => setTimeout(resolve, 50));
    const { headers: told } = await fetch(address, { headers });
    const poll = { ...headers, "if-none-match": told.get("etag") };
    const rates = { floor: [], list: [], poll: [] };
    for (let round = 0; round < rounds; round += 1) {
      rates.floor.push(await rateOf({ url: floorUrl }));
      rates.list.push(await rateOf({ url: address, headers }));
      rates.poll.push(await rateOf({ url: address, headers: poll }, 304));
    }
    const ratio = (of) => median(of.map((rate, round) => rate / rates.floor[round])).toFixed(2);
    console.log(
      [
        `  list of 100 songs (${Math.round(body.length / 1000)} kB): bare Fastify ${listed(rates.floor, "a second")}`,
        `read anew each time ${listed(rates.list, "a second")}, ratio ${ratio(rates.list)} (reach 0.25 on PostgreSQL)`,
        `304 of a poll ${listed(rates.poll, "a second")}, ratio ${ratio(rates.poll)}`,
      ].join("\n    "),
    );
  } finally {
    floor.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function rateOf(target, status = 200) {
  const { errors, timeouts, requests, statusCodeStats } = await autocannon({
    ...target,
    connections,
    duration: seconds,
  });
  const others = Object.keys(statusCodeStats).filter((code) => code !== String(status));
  if (errors + timeouts + others.length > 0)
    throw new Error(`${errors} errors, ${timeouts} time-outs, answers of ${others.join(", ")}`);
  return requests.average;
}

/** 85 % reads, 10 % likes and plays, 5 % changes of playlists, at a steady rate. */
async function measureMix({ url }, engine, artist, listener) {
  const rate = engine === "postgres" ? 300 : 100;
  const get = async (path, { token }) =>
    (await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  const { data: songs } = await get("/songs/public-songs?limit=200", listener);
  const { data: playlists } = await get("/playlists/all/?limit=50", listener);
  const made = await fetch(`${url}/api/playlists`, {
    method: "POST",
    headers: { authorization: `Bearer ${artist.token}`, "content-type": "application/json" },
    body: JSON.stringify({ playlist: { title: "Bench", description: "Bench", private: false } }),
  });
  const { data: own } = await made.json();
  const pick = (list, index) => list[(index * 7919) % list.length];
  const write = (user, method, path, body) => ({
    method,
    path: `/api${path}`,
    headers: { authorization: `Bearer ${user.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const read = (path) => ({
    method: "GET",
    path: `/api${path}`,
    headers: { authorization: `Bearer ${listener.token}` },
  });
  const reads = [
    () => read("/songs/public-songs?limit=50"),
    (index) => read(`/songs?ids=${Array.from({ length: 20 }, (_, n) => pick(songs, index + n)._id).join(",")}`),
    () => read(`/users/myFavoriteSongs/${listener.uid}?fields=ids`),
    (index) => read(`/playlists/playlist/${pick(playlists, index)._id}`),
    () => read("/songs/liked-most?limit=10"),
    () => read("/playlists/sort-playlists?limit=20"),
    (index) => read(`/search?q=${["sea", "gold", "rain", "night"][index % 4]}&limit=10`),
    () => read(`/users/${artist.uid}`),
  ];
  const requests = Array.from({ length: 200 }, (_, index) => {
    const place = (index * 37) % 100;
    if (place < 85) return reads[index % reads.length](index);
    const song = pick(songs, index)._id;
    if (place < 90) return write(listener, "PATCH", `/songs/${index % 2 ? "like" : "cancel-like"}/${song}`, {});
    if (place < 95) return write(listener, "PATCH", `/songs/played/${song}`, {});
    const playlist = { title: `Bench ${index}`, description: "Bench", private: false };
    return write(artist, "PATCH", `/playlists/${own._id}`, { playlist });
  });
  const result = await autocannon({
    url,
    requests,
    connections: 20,
    overallRate: rate,
    duration: 20,
  });
  console.log(
    `  API mix, ${rate} a second for 20 s: ${result.requests.average.toFixed(0)} answered a second, p50 ${result.latency.p50} ms, p99 ${result.latency.p99} ms, ${result.errors + result.timeouts} errors, ${result.non2xx} uploadErrors (reach p99 250 ms, no errors)`,
  );
}

await ensureBuilt();
for (const engine of options.engine.split(",")) await measureEngine(engine);
