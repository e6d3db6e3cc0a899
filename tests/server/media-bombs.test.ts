/** Small files that cost a careless reader much: the process that answers requests does next to nothing for them (specification 15.20, 15.21). */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adtsFrames, flacWithComments, m4aWithBrands, plainPng } from "../support/bombs.ts";
import type { TestUser } from "../support/server.ts";
import { startMedia, type MediaApp } from "./media-app.ts";

let server: MediaApp;
let user: TestUser;
beforeAll(async () => {
  server = await startMedia();
  user = await server.user();
});
afterAll(() => server.close());

const temporary = () => readdir(join(server.deps.settings.dataDir, "media", "tmp"));

/** Milliseconds that this process has worked, which its children do not count in. */
const worked = () => {
  const { user: own, system } = process.cpuUsage();
  return (own + system) / 1000;
};

const numbered = (key: string, count: number) => Array.from({ length: count }, (_, n) => `${key}=${n}`);

test.each([
  ["60,000 composers", () => flacWithComments(numbered("COMPOSER", 60_000))],
  ["40,000 brands", () => m4aWithBrands(40_000)],
  ["frames without sound", () => adtsFrames(1_000_000)],
])("a song with %s costs this process little, and no answer is a 5xx", async (_, make) => {
  const file = { name: "song", bytes: make() };
  const before = { work: worked(), memory: process.memoryUsage.rss() };
  const reply = await server.upload(user, "video", { file });
  expect([200, 415, 422]).toContain(reply.status);
  expect(worked() - before.work).toBeLessThan(1_500);
  expect(process.memoryUsage.rss() - before.memory).toBeLessThan(150_000_000);
  expect(await temporary()).toEqual([]);
});

test.each([
  ["1 x 60,000,000", { width: 1, height: 60_000_000 }, /too long or too wide/],
  ["64,000,000 x 1", { width: 64_000_000, height: 1 }, /too long or too wide/],
  ["16,385 x 1", { width: 16_385, height: 1 }, /too long or too wide/],
  ["9,000 x 9,000", { width: 9_000, height: 9_000 }, /too many pixels/],
  [
    "8,000 x 8,000, interlaced",
    { width: 8_000, height: 8_000, depth: 16, channels: 4, interlaced: true },
    /too much memory/,
  ],
  ["16,000 x 100 of wide samples", { width: 16_000, height: 100, depth: 16, channels: 4 }, /too much memory/],
] as const)("a picture of %s is refused before it is opened", async (_, shape, sentence) => {
  const file = { name: "cover.png", bytes: plainPng(shape) };
  const reply = await server.upload(user, "image", { file });
  expect([reply.status, reply.body.error.message]).toEqual([415, expect.stringMatching(sentence)]);
  expect(await temporary()).toEqual([]);
});

test.each([
  ["thin", { width: 1, height: 16_384 }],
  // Nothing that is accepted takes more memory.
  ["wide, deep and interlaced", { width: 16_000, height: 545, depth: 16, channels: 4, interlaced: true }],
] as const)("a picture of the longest side is kept: %s", async (_, shape) => {
  const file = { name: "cover.png", bytes: plainPng(shape) };
  expect((await server.upload(user, "image", { file })).status).toBe(200);
});

test("many tags of a real song are no hindrance", async () => {
  const file = { name: "song", bytes: flacWithComments(numbered("COMPOSER", 2_000)) };
  const reply = await server.upload(user, "video", { file });
  expect([reply.status, reply.body.duration]).toEqual([200, 3]);
});
