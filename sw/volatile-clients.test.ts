/** Pages whose account the device may not keep (specification 2.19). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeActiveAccount } from "../src/db/active-account.ts";
import { createLocks } from "../tests/support/fake-locks.ts";
import { accountOf, cacheOwnerOf, setAccountOf } from "./client-account.ts";

const asked: string[] = [];
/** What a page says when the worker asks whose it is. */
let say: (clientId: string) => void;

beforeEach(async () => {
  asked.length = 0;
  const locks = createLocks();
  void locks.request("offbeat-volatile-ada.1", { mode: "shared" }, () => new Promise(() => {}));
  vi.stubGlobal("navigator", { locks });
  const get = async (id: string) => ({
    postMessage({ type }: { type: string }) {
      asked.push(`${id} ${type}`);
      say(id);
    },
  });
  vi.stubGlobal("self", { clients: { get } });
  await writeActiveAccount("ben");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("has an account, for fresh addresses, and no caches", async () => {
  setAccountOf("told", "ada", true);
  expect([await accountOf("told"), await cacheOwnerOf("told")]).toEqual(["ada", null]);
  setAccountOf("told", "ada");
  expect(await cacheOwnerOf("told")).toBe("ada");
  expect(asked).toEqual([]);
});

// 17.46
test("is asked for by a worker that was started again, once, instead of the device's record", async () => {
  say = (id) => setAccountOf(id, "ada", true);
  expect(await Promise.all([cacheOwnerOf("page"), accountOf("page")])).toEqual([null, "ada"]);
  expect(asked).toEqual(["page whose"]);
});

test("a page that does not say whose it is has no caches", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  say = () => {};
  const owner = cacheOwnerOf("frozen");
  await vi.waitUntil(() => asked.length > 0);
  vi.advanceTimersByTime(2_000);
  expect(await owner).toBeNull();
});

test("a navigation is not asked", async () => {
  expect(await cacheOwnerOf("")).toBe("ben");
  expect(asked).toEqual([]);
});
