/**
 * Ranges of 64 KiB of a private song, each with its signature checked, against a bare node:http stream of the same file:
 * interleaved, medians of five (specification 21.7). Rates depend on what else the machine does; the CPU time that each
 * program takes for a range depends less on it.
 */
import { createReadStream, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { cpuOf, makeSound, startMediaServer, startProgram, stopProgram } from "./media-server.mjs";
import { median } from "./server-process.mjs";

const size = 32 * 1024 * 1024;
const length = 64 * 1024;
const rounds = 5;
/** Ranges of a round, and of each program before the first one: until the engine has compiled what it runs. */
const amounts = { round: 4_000, before: 12_000 };
const reach = 0.85;
const ports = { ours: 4894, bare: 4895 };

if (process.argv[2] === "bare") serveBare(process.argv[3]);
else await measure();

/** What a program would do that knows neither songs nor signatures. */
function serveBare(path) {
  createServer((request, response) => {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range);
    const range = { start: Number(start), end: Number(end) };
    response.writeHead(206, {
      "content-type": "audio/wav",
      "content-length": range.end - range.start + 1,
      "content-range": `bytes ${start}-${end}/${size}`,
    });
    createReadStream(path, range).pipe(response);
  }).listen(ports.bare, "127.0.0.1", () => console.log("bare is ready"));
}

async function measure() {
  const server = await startMediaServer(ports.ours);
  const { url } = await server.makeSong(makeSound(size));
  const media = join(server.dataDir, "media");
  const [path] = readdirSync(media, { recursive: true })
    .map((name) => join(media, name))
    .filter((name) => statSync(name).size === size);
  const bare = await startProgram([fileURLToPath(import.meta.url), "bare", path], {}, "is ready");
  const floor = `http://127.0.0.1:${ports.bare}/`;
  const ours = `http://127.0.0.1:${ports.ours}${url}`;
  const rates = { floor: [], ours: [] };
  const costs = { floor: [], ours: [] };
  const measureOne = async (name, url, { pid }) => {
    const before = cpuOf(pid);
    const { rate, count } = await load(url, amounts.round);
    rates[name].push(rate);
    costs[name].push((cpuOf(pid) - before) / count);
  };
  try {
    await load(floor, amounts.before);
    await load(ours, amounts.before);
    for (let round = 0; round < rounds; round++) {
      await measureOne("floor", floor, bare);
      await measureOne("ours", ours, server.child);
    }
  } finally {
    await stopProgram(bare);
    await server.stop();
  }
  const ratio = median(rates.ours) / median(rates.floor);
  const show = (values) => `${Math.round(median(values))} (${values.map(Math.round).join(", ")})`;
  const cost = (values) => `${Math.round(1000 * median(values))} µs`;
  console.table({
    "bare node:http stream": { "ranges/s": show(rates.floor), CPU: cost(costs.floor) },
    "signed and checked": { "ranges/s": show(rates.ours), CPU: cost(costs.ours) },
    [`ratio (reach ${reach})`]: {
      "ranges/s": ratio.toFixed(2),
      CPU: (median(costs.floor) / median(costs.ours)).toFixed(2),
    },
  });
  if (ratio < reach) process.exitCode = 1;
}

/** How many there were, and how many a second. Every answer has to be the range that was asked for. */
async function load(url, amount) {
  const places = 64;
  const requests = Array.from({ length: places }, (_, place) => {
    const start = place * Math.floor((size - length) / places);
    return { method: "GET", headers: { range: `bytes=${start}-${start + length - 1}` } };
  });
  const result = await autocannon({ url, connections: 16, amount, requests });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: not every answer was a 206`);
  const bytes = result.throughput.total / result.requests.total;
  if (bytes < length) throw new Error(`${url}: ${bytes} bytes an answer`);
  return { count: result.requests.total, rate: result.requests.total / result.duration };
}
