/**
 * An upload of 100 MB, from the first byte to the answer, against bare busboy that writes to disk with sha256 and fsync:
 * interleaved, medians of five, with the memory each takes (specification 21.7).
 */
import { createHash } from "node:crypto";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Transform } from "node:stream";
import { fileURLToPath } from "node:url";
import busboy from "@fastify/busboy";
import { makeSound, startMediaServer, startProgram, stopProgram } from "./media-server.mjs";
import { median, memoryOf } from "./server-process.mjs";

const size = 100_000_000;
const rounds = 5;
const reach = { speed: 0.8, memory: 50 };
const ports = { ours: 4897, bare: 4898 };

if (process.argv[2] === "bare") serveBare(process.argv[3]);
else await measure();

/** What has to be done at least: parse the form, write, hash, sync. */
function serveBare(directory) {
  let count = 0;
  createServer((request, response) => {
    const form = busboy({ headers: request.headers });
    form.on("file", async (_, file) => {
      const hash = createHash("sha256");
      const hashing = new Transform({
        transform(chunk, _encoding, done) {
          hash.update(chunk);
          done(null, chunk);
        },
      });
      const path = join(directory, String(++count));
      await pipeline(file, hashing, createWriteStream(path));
      const written = await open(path, "r+");
      await written.sync();
      await written.close();
      response.end(JSON.stringify({ sha256: hash.digest("hex") }));
    });
    request.pipe(form);
  }).listen(ports.bare, "127.0.0.1", () => console.log("bare is ready"));
}

async function measure() {
  const server = await startMediaServer(ports.ours);
  const directory = mkdtempSync(join(tmpdir(), "offbeat-bench-bare-"));
  const bare = await startProgram([fileURLToPath(import.meta.url), "bare", directory], {}, "ready");
  const sound = new Blob([makeSound(size)]);
  const ours = `${server.origin}/media/v1_1/offbeat/video/upload`;
  const floor = `http://127.0.0.1:${ports.bare}/`;
  const times = { floor: [], ours: [] };
  const growth = { floor: [], ours: [] };
  const one = async (name, url, child) => {
    const { ms, grown } = await send(url, sound, server.token, child);
    times[name].push(ms);
    growth[name].push(grown);
  };
  try {
    await send(floor, sound, server.token, bare);
    await send(ours, sound, server.token, server.child);
    for (let round = 0; round < rounds; round++) {
      await one("floor", floor, bare);
      await one("ours", ours, server.child);
    }
  } finally {
    await stopProgram(bare);
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
  const speed = median(times.floor) / median(times.ours);
  const memory = Math.max(...growth.ours);
  const show = (values) => `${Math.round(median(values))} (${values.map(Math.round).join(", ")})`;
  console.table({
    "bare busboy": { ms: show(times.floor), "MB more": show(growth.floor) },
    "into the library": { ms: show(times.ours), "MB more": show(growth.ours) },
    reached: {
      ms: `${speed.toFixed(2)} (reach ${reach.speed})`,
      "MB more": `${Math.round(memory)} (reach ${reach.memory})`,
    },
  });
  if (speed < reach.speed || memory > reach.memory) process.exitCode = 1;
}

/** Milliseconds, and by how many MB the program's memory grew at most meanwhile. */
async function send(url, sound, token, child) {
  const form = new FormData();
  form.set("upload_preset", "offbeat");
  form.set("file", sound, "a.wav");
  const before = memoryOf({ child });
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryOf({ child }))), 20);
  const began = performance.now();
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(url, { method: "POST", headers, body: form });
  const answer = await response.text();
  clearInterval(watch);
  if (!response.ok) throw new Error(`${url}: ${answer}`);
  return { ms: performance.now() - began, grown: most - before };
}
