/** When the background sends (specification 17.28); what it sends is in `outbox-drainer.test.ts`. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { likeSong } from "../contract/songs.ts";
import { forgetActiveAccount, writeActiveAccount } from "../src/db/active-account.ts";
import { openDatabase } from "../src/db/database.ts";
import { createDrainer, type Drainer } from "../src/sync/outbox-drainer.ts";
import { enqueue } from "../src/db/outbox-enqueue.ts";
import { idOf } from "../tests/support/items.ts";
import { runBackgroundSync, stopSending } from "./background-sync.ts";

vi.mock(import("../src/sync/outbox-drainer.ts"));
vi.mock(import("../src/identity/token-source.ts"), () => ({
  createStoredTokens: () => async () => ({ token: "token" }) as never, // what is used of it
}));
vi.stubGlobal("self", { location: { origin: "https://offbeat.example" } });
const setAppBadge = vi.fn<(count: number) => Promise<void>>(async () => {});
vi.stubGlobal("navigator", { setAppBadge });

afterEach(() => {
  vi.mocked(createDrainer).mockReset();
  setAppBadge.mockClear();
});

const drainerOf = (drain: Drainer["drain"]): Drainer => ({ drain, nextDueIn: async () => undefined, stop() {} });

/** An account on this device, active. */
async function openActive(uid: string) {
  const db = openDatabase(uid);
  await db.open();
  await writeActiveAccount(uid);
  return db;
}

test("an account is sent for, unless a sign-out overtakes the look at its database", async () => {
  vi.mocked(createDrainer).mockReturnValue(drainerOf(async () => "idle"));
  const db = await openActive("ada");
  await runBackgroundSync();
  expect(createDrainer).toHaveBeenCalledOnce();
  const run = runBackgroundSync();
  // The page clears the record first, and finds nothing that it would have to stop.
  await forgetActiveAccount("ada");
  await run;
  expect(createDrainer).toHaveBeenCalledOnce();
  await db.delete();
});

test("an event for the next account is not done with the run of the one before", async () => {
  const sent: string[] = [];
  let endFirst = () => {};
  vi.mocked(createDrainer).mockImplementation(({ db: { uid } }) =>
    drainerOf(async () => {
      sent.push(uid);
      if (uid === "ada") await new Promise<void>((resolve) => (endFirst = resolve));
      return "idle";
    }),
  );
  const ada = await openActive("ada");
  const first = runBackgroundSync();
  await vi.waitFor(() => expect(sent).toEqual(["ada"]));
  const ben = await openActive("ben");
  const second = runBackgroundSync();
  // One account at a time.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent).toEqual(["ada"]);
  endFirst();
  await Promise.all([first, second]);
  expect(sent).toEqual(["ada", "ben"]);
  await Promise.all([ada.delete(), ben.delete()]);
});

test("the icon shows what is left, refused changes too, and no plays (specification 17.60)", async () => {
  const db = await openActive("ada");
  for (const n of [1, 2, 3]) await enqueue(db, { kind: "like", songId: idOf(n), liked: true });
  await enqueue(db, { kind: "play", songId: idOf(1), playedAt: new Date().toISOString() });
  const drain = vi.fn<Drainer["drain"]>(async () => {
    await db.outbox.delete(1);
    await db.outbox.update(2, { state: "attention" });
    return "idle";
  });
  vi.mocked(createDrainer).mockReturnValue(drainerOf(drain));
  await runBackgroundSync();
  expect(setAppBadge).toHaveBeenLastCalledWith(2);
  drain.mockImplementation(async () => {
    await db.outbox.clear();
    return "idle";
  });
  await runBackgroundSync();
  expect(setAppBadge).toHaveBeenLastCalledWith(0);
  await db.delete();
});

test("an account that goes from the device leaves no number", async () => {
  const db = await openActive("ada");
  await enqueue(db, { kind: "like", songId: idOf(1), liked: true });
  let end = () => {};
  const stop = () => end();
  const drain: Drainer["drain"] = () => new Promise((resolve) => (end = () => resolve("stopped")));
  vi.mocked(createDrainer).mockReturnValue({ ...drainerOf(drain), stop });
  const run = runBackgroundSync();
  await vi.waitFor(() => expect(createDrainer).toHaveBeenCalledOnce());
  await stopSending("ada");
  await run;
  expect(setAppBadge).not.toHaveBeenCalled();
  await db.delete();
});

// 17.28
describe("where config.json names another server", () => {
  const asked: string[] = [];
  const target = { url: "/upload", preset: "p", cloudName: "c", maxBytes: 1, auth: "bearer" };
  const config = {
    api: "https://api.example/api",
    statistics: "https://api.example/statistics",
    identity: { kind: "embedded", google: "off" },
    upload: { song: target, image: target },
  };
  let isSiteReached = true;

  /** What the first call of a background ends with. */
  async function callFirst(): Promise<unknown> {
    asked.length = 0;
    vi.stubGlobal("fetch", async (url: string) => {
      if (url !== "/config.json") asked.push(url);
      else if (isSiteReached) return Response.json(config);
      throw new TypeError("No network");
    });
    let failure: unknown;
    vi.mocked(createDrainer).mockImplementation(({ api }) =>
      drainerOf(async () => {
        failure = await api.call(likeSong, { params: { id: idOf(1) }, body: {} }).catch((error: unknown) => error);
        return "idle";
      }),
    );
    const db = await openActive("ada");
    await runBackgroundSync();
    await db.delete();
    return failure;
  }

  test("the first change, too, goes there", async () => {
    await callFirst();
    expect(asked).toEqual([`https://api.example/api/songs/like/${idOf(1)}`]);
  });

  test("nothing is sent while it cannot be read, as without a network", async () => {
    isSiteReached = false;
    expect(await callFirst()).toMatchObject({ code: "network" });
    expect(asked).toEqual([]);
  });
});
