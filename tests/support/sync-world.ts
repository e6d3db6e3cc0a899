/** Devices of one user over the real outbox, before the real server, on a line that a history of faults goes wrong on. */
import Dexie from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import * as v from "valibot";
import { overlayIds } from "../../contract/rules/overlay.ts";
import type { Song } from "../../contract/songs.ts";
import { favouriteSongIds } from "../../contract/users.ts";
import { Id } from "../../contract/values.ts";
import { createApi } from "../../src/api/client.ts";
import { type Answer, answered } from "../../src/db/answer.ts";
import { type AccountDatabase, openDatabase } from "../../src/db/database.ts";
import { enqueue, isUnsent, readOutbox } from "../../src/db/outbox.ts";
import { persistedQuery } from "../../src/db/persisted-query.ts";
import { listKey } from "../../src/sync/keys.ts";
import type { Lock } from "../../src/sync/lock.ts";
import { createDrainer, type Drainer } from "../../src/sync/outbox.ts";
import type { TestServer, TestUser } from "./server.ts";

/**
 * What becomes of one request: `cut` never arrives, `lost` arrives and its answer does not, `hang` is the same without
 * an end, `twice` arrives two times, `late` arrives now and again much later. The rest is refused on the way: `expired`
 * once, `signed-out` also with a new token.
 */
export const fates = [
  "ok",
  "cut",
  "lost",
  "hang",
  "twice",
  "late",
  "busy",
  "too-many",
  "expired",
  "signed-out",
] as const;
export type Fate = (typeof fates)[number];

/** Bugs to plant: the histories are worth nothing unless they find each of them. */
export type Bug = "drop-on-401" | "no-key" | "toggle" | "answer-without-seen";

export interface Device {
  like(songId: string, liked: boolean): Promise<void>;
  /** Sends what is due, in one or two tabs, while the line does to each request what the fates say. */
  drain(fates: readonly Fate[], tabs: number): Promise<void>;
  /** Asks for the favourites; the answer is there at once and lands when `land` is called. */
  ask(): Promise<void>;
  land(): void;
  /** The tab dies and is opened again: nothing is left but what was written. */
  reload(): void;
  /** The favourites that a screen shows. */
  screen(): Promise<string[]>;
  unsent(): Promise<number>;
  attention(): Promise<number>;
}

export interface World {
  devices: Device[];
  songs: string[];
  clock: { now: number };
  /** Likes as they must be on the server: each request that arrived, once, in the order of its first arrival. */
  expected: Set<string>;
  /** By device and song what the last request to arrive wanted. */
  arrived: Map<string, boolean>;
  /** Delivers what came `late`. */
  deliverLate(): Promise<void>;
  favourites(): Promise<string[]>;
  close(): void;
}

export async function createWorld(
  server: TestServer,
  user: TestUser,
  songs: readonly Song[],
  bug?: Bug,
): Promise<World> {
  const clock = { now: 1_700_000_000_000 };
  const expected = new Set<string>();
  const arrived = new Map<string, boolean>();
  const known = new Set<string>();
  const late: (() => Promise<unknown>)[] = [];

  const favourites = async () => {
    const url = `/api/users/myFavoriteSongs/${user.uid}?fields=ids`;
    return v.parse(favouriteSongIds.reply, (await server.call("GET", url, user)).body).data;
  };

  /** Hands a request to the server, and notes what a server that does each once has to end up with. */
  async function deliver(device: number, request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const [, verb, songId = ""] = /\/songs\/(like|cancel-like)\/(.+)$/.exec(pathname) ?? [];
    const key = request.headers.get("idempotency-key");
    if (verb !== undefined && !known.has(`${device} ${key}`)) {
      known.add(`${device} ${key}`);
      arrived.set(`${device} ${songId}`, verb === "like");
      if (verb === "like") expected.add(songId);
      else expected.delete(songId);
    }
    const isToggled = bug === "toggle" && verb !== undefined;
    const toggled = isToggled && (await favourites()).includes(songId) ? "cancel-like" : "like";
    const path = isToggled ? `/api/songs/${toggled}/${songId}` : pathname;
    const isKeyed = key !== null && bug !== "no-key";
    const reply = await server.call(request.method as "GET", `${path}${search}`, user, {
      ...(verb === undefined ? {} : { body: {} }),
      ...(isKeyed ? { key } : {}),
    });
    return new Response(reply.text, {
      status: reply.status,
      headers: { "content-type": String(reply.headers["content-type"]) },
    });
  }

  const devices = [0, 1].map((index) =>
    createDevice({
      uid: user.uid,
      clock,
      bug,
      deliver: (request) => deliver(index, request),
      later: (again) => late.push(again),
    }),
  );
  return {
    devices,
    songs: songs.map((song) => song._id),
    clock,
    expected,
    arrived,
    async deliverLate() {
      for (const again of late.splice(0)) await again();
    },
    favourites,
    close: () => devices.forEach((device) => device.reload()),
  };
}

interface DeviceDeps {
  uid: string;
  clock: { now: number };
  bug: Bug | undefined;
  deliver: (request: Request) => Promise<Response>;
  later: (again: () => Promise<unknown>) => void;
}

function createDevice({ uid, clock, bug, deliver, later }: DeviceDeps): Device {
  const storage = new IDBFactory();
  let fate: Fate[] = [];
  let answer: Answer<string[]> | undefined;
  let landing: Answer<string[]>[] = [];
  let db: AccountDatabase;
  let tabs: Drainer[];
  let hung: () => void = () => {};

  const api = createApi({
    bases: () => ({ api: "http://x/api", statistics: "http://x/statistics" }),
    token: async () => "token",
    timeoutMs: 600_000,
    async fetch(input, init) {
      const request = () => new Request(input, init);
      switch (fate.shift() ?? "ok") {
        case "ok":
          return deliver(request());
        case "cut":
          throw new TypeError("Failed to fetch");
        case "lost":
          await deliver(request());
          throw new TypeError("Failed to fetch");
        case "hang":
          await deliver(request());
          hung();
          return new Promise<Response>(() => {});
        case "twice":
          await deliver(request());
          return deliver(request());
        case "late": {
          const copy = request();
          later(() => deliver(copy));
          return deliver(request());
        }
        case "busy":
          return refusal(503);
        case "too-many":
          return refusal(429, { "retry-after": "7" });
        case "signed-out":
          fate.unshift("expired");
          return refusal(401);
        case "expired":
          return refusal(401);
      }
    },
  });
  const fetchIds = async () =>
    (await api.call(favouriteSongIds, { params: { id: uid }, query: { fields: "ids" } })).data;
  /** As the query cache takes an answer over. */
  const takeOver = (fresh: Answer<string[]>) => {
    const { structuralSharing } = persistedQuery({
      db,
      key: listKey("favourites", uid),
      schema: v.array(Id),
      request: fetchIds,
    });
    return structuralSharing(answer, fresh) as Answer<string[]>; // one of the two
  };

  function open(): void {
    Dexie.dependencies.indexedDB = storage;
    Dexie.dependencies.IDBKeyRange = IDBKeyRange;
    db = openDatabase(uid);
    const lock = createLock();
    const make = () =>
      createDrainer({
        db,
        api,
        lock,
        now: () => clock.now,
        random: () => 0.5,
        onTouched: async () => {},
        onGone: () => {},
      });
    tabs = [make(), make()];
    hung = () => {};
  }
  open();

  return {
    like: (songId, liked) => enqueue(db, { kind: "like", songId, liked }),
    async drain(fates, count) {
      fate = [...fates];
      const stuck = new Promise<"stuck">((resolve) => {
        hung = () => resolve("stuck");
      });
      const ends = Promise.all(tabs.slice(0, count).map((tab) => tab.drain()));
      const end = await Promise.race([ends, stuck]);
      fate = [];
      if (end === "stuck") this.reload();
      else if (bug === "drop-on-401" && end.includes("sign-in"))
        await db.outbox.where("state").equals("sent").delete();
    },
    async ask() {
      fate = [];
      landing.push(await answered(db, fetchIds));
    },
    land() {
      const fresh = landing.shift();
      if (fresh === undefined) return;
      const kept = takeOver(fresh);
      answer = bug === "answer-without-seen" ? { ...kept, seen: Infinity } : kept;
    },
    reload() {
      for (const tab of tabs) tab.stop();
      db.close({ disableAutoOpen: true });
      landing = [];
      open();
    },
    async screen() {
      const { rows } = await readOutbox(db);
      return overlayIds("favourites", answer, rows);
    },
    unsent: async () => (await readOutbox(db)).rows.filter(isUnsent).length,
    attention: async () =>
      (await readOutbox(db)).rows.filter((row) => row.state === "attention").length,
  };
}

/** One at a time over the tabs of a device, as the browser's locks do; they end with the tab. */
function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (_, work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
}

const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json(
    { type: "about:blank", title: "No", status, code: "refused" },
    { status, headers: { ...headers, "content-type": "application/problem+json" } },
  );
