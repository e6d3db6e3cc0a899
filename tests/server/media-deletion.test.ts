/** Uploads of somebody whose account or sign-in ends meanwhile: nothing of it stays (specification 2.27, 2.28, 21.10). */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { collectGarbage } from "../../server/media/garbage-collect.ts";
import type { TestUser } from "../support/server.ts";
import { type MediaApp, startMedia } from "./media-app.ts";

let server: MediaApp;
let picture: Buffer;
beforeAll(async () => {
  server = await startMedia();
  const create = { width: 800, height: 800, channels: 3, background: "red" } as const;
  picture = await sharp({ create }).png().toBuffer();
});
afterAll(() => server.close());
afterEach(() => {
  vi.restoreAllMocks();
});

// 15.9
test("files that cannot be removed keep no others", async () => {
  const user = await server.user();
  // As after a copy of the folder by another user of the system.
  const stuck = new Set<string>();
  for (let file = 0; file < 100; file += 1) stuck.add(await server.asset(user.uid));
  await server.db.query("update assets set released = true where uid = $1", [user.uid]);
  const left = [await server.asset(user.uid), await server.asset(user.uid), await server.asset(user.uid)];
  const { now } = server.clock;
  server.clock.now += 25 * 3_600_000;
  const { storage } = server.deps;
  const remove = storage.remove.bind(storage);
  vi.spyOn(storage, "remove").mockImplementation(async (assets) => {
    const { gone } = await remove(assets.filter(({ id }) => !stuck.has(id)));
    return gone.length === assets.length ? { gone } : { gone, error: new Error("EACCES") };
  });
  await expect(collectGarbage(server.deps)).rejects.toThrow("EACCES");
  const ids = (await server.db.query("select id from assets where uid = $1", [user.uid])).map(({ id }) => id);
  expect(ids).toHaveLength(stuck.size);
  expect(ids).not.toContain(left[0]);
  vi.restoreAllMocks();
  expect(await collectGarbage(server.deps)).toBe(stuck.size);
  server.clock.now = now;
});

const upload = (user: TestUser) => server.upload(user, "image", { file: { name: "a.png", bytes: picture } });
const remove = async (user: TestUser) =>
  expect((await server.call("DELETE", `/api/users/${user.uid}`, user, { body: {} })).status).toBe(204);

async function files(): Promise<string[]> {
  const all = await readdir(join(server.deps.settings.dataDir, "media"), { recursive: true, withFileTypes: true });
  return all.filter((one) => one.isFile()).map(({ name }) => name);
}

/** What happens when the file has been inspected, and before it is an upload. */
function afterInspection(happens: () => Promise<void>): void {
  const { inspector } = server.deps;
  const inspect = inspector.inspect.bind(inspector);
  vi.spyOn(inspector, "inspect").mockImplementationOnce(async (...given) => {
    const found = await inspect(...given);
    await happens();
    return found;
  });
}

test("during the inspection: the upload is refused, and leaves neither row nor file", async () => {
  const user = await server.user();
  afterInspection(() => remove(user));
  const answer = await upload(user);
  expect([answer.status, await server.db.query("select id from assets"), await files()]).toEqual([403, [], []]);
});

// 2.27
test("a sign-in that ends meanwhile: the same", async () => {
  const user = await server.user();
  afterInspection(async () => {
    await server.db.query("update accounts set valid_since = valid_since + 60 where uid = $1", [user.uid]);
    server.identity.standings.forget(user.uid);
  });
  const answer = await upload(user);
  expect([answer.status, await server.db.query("select id from assets"), await files()]).toEqual([401, [], []]);
});

test("a token that expires meanwhile ends no upload", async () => {
  const user = await server.user();
  const { now } = server.clock;
  afterInspection(async () => {
    server.clock.now += 2 * 3_600_000;
  });
  expect((await upload(user)).status).toBe(200);
  server.clock.now = now;
  await remove(user);
});

test("between its row and its last file: the same, also when the row was found without files first", async () => {
  const user = await server.user();
  const { intake } = server.deps.storage;
  if (intake.kind !== "through") throw new Error("Uploads come to this server");
  const receive = intake.receive.bind(intake);
  let received = 0;
  vi.spyOn(intake, "receive").mockImplementation(async (...given) => {
    const file = await receive(...given);
    received += 1;
    // The upload itself, then the sizes of the picture.
    if (received === 4) {
      await remove(user);
      await collectGarbage(server.deps);
    }
    return file;
  });
  const answer = await upload(user);
  expect(received).toBeGreaterThanOrEqual(4);
  expect([answer.status, await server.db.query("select id from assets"), await files()]).toEqual([403, [], []]);
});
