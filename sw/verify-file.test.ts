/** A stored song that failed to play (specification 17.51). */
import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type AccountDatabase, openDatabase } from "../src/db/database.ts";
import { fakeCaches } from "../tests/support/fake-caches.ts";
import { downloadOf } from "../tests/support/items.ts";
import { verifyFile } from "./verify-file.ts";

const origin = "https://music.example.org";
const bytes = Buffer.alloc(1_000, "sound");
const sha256 = createHash("sha256").update(bytes).digest("hex");
const row = downloadOf(1, { state: "ready", received: bytes.length, sha256 });
const key = origin + row.path;
let db: AccountDatabase;
let caches: ReturnType<typeof fakeCaches>;

const store = (body: Buffer, length = body.length) =>
  caches.kept.set(key, new Response(new Uint8Array(body), { headers: { "content-length": String(length) } }));

beforeEach(async () => {
  caches = fakeCaches();
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("self", { location: { origin } });
  db = openDatabase("somebody");
  await db.downloads.add(row);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await db.delete();
});

test("is left alone if it is whole", async () => {
  store(bytes);
  expect(await verifyFile("somebody", row.path)).toBe("whole");
  expect(await db.downloads.get(row.songId)).toEqual(row);
  expect(caches.kept.has(key)).toBe(true);
});

test.each([
  ["has other bytes", () => store(Buffer.alloc(bytes.length, "noise"))],
  ["is cut under its old length", () => store(bytes.subarray(0, 400), bytes.length)],
  ["is missing", () => caches.kept.clear()],
])("goes, and is wanted again, if it %s", async (_, spoil) => {
  spoil();
  expect(await verifyFile("somebody", row.path)).toBe("dropped");
  expect(await db.downloads.get(row.songId)).toMatchObject({ state: "wanted", received: 0 });
  expect(caches.kept.has(key)).toBe(false);
  expect(await verifyFile("somebody", row.path), "it is known to be away").toBe("absent");
});

test("goes once, however many ask: what came in its place since stays", async () => {
  store(bytes.subarray(0, 400), bytes.length);
  const dropped = vi.spyOn(await caches.open(), "delete");
  const found = await Promise.all([1, 2, 3].map(() => verifyFile("somebody", row.path)));
  expect(found.toSorted()).toEqual(["absent", "absent", "dropped"]);
  expect(dropped).toHaveBeenCalledOnce();
});

test("goes if its length is another than the song's, whose hash nobody knows", async () => {
  await db.downloads.update(row.songId, { sha256: null });
  store(bytes.subarray(0, 400));
  expect(await verifyFile("somebody", row.path)).toBe("dropped");
  store(bytes);
  await db.downloads.update(row.songId, { state: "ready" });
  expect(await verifyFile("somebody", row.path)).toBe("whole");
});

test("of an account that has left the device is nothing, and makes no database", async () => {
  expect(await verifyFile("nobody", row.path)).toBe("absent");
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([db.name]);
});
