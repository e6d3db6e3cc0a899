/** Pages whose account the device may not keep (specification 2.19). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeActiveAccount } from "../src/db/active-account.ts";
import { createLocks } from "../tests/support/fake-locks.ts";
import { accountOf, setAccountOf } from "./client-account.ts";
import { answerAudio } from "./serve-audio.ts";

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
  expect(await accountOf("told")).toEqual({ uid: "ada", cacheOwner: null });
  setAccountOf("told", "ada");
  expect(await accountOf("told")).toEqual({ uid: "ada", cacheOwner: "ada" });
  expect(asked).toEqual([]);
});

// 17.46
test("is asked for by a worker that was started again, once, instead of the device's record", async () => {
  say = (id) => setAccountOf(id, "ada", true);
  const ada = { uid: "ada", cacheOwner: null };
  expect(await Promise.all([accountOf("page"), accountOf("page")])).toEqual([ada, ada]);
  expect(asked).toEqual(["page whose"]);
});

test("a page that does not say whose it is has no caches", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  say = () => {};
  const account = accountOf("frozen");
  await vi.waitUntil(() => asked.length > 0);
  vi.advanceTimersByTime(2_000);
  expect((await account).cacheOwner).toBeNull();
});

test("its song waits once for what a page does not say", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("fetch", async () => new Response("sound", { headers: { "content-type": "audio/mpeg" } }));
  say = () => {};
  const answer = answerAudio(new Request("http://localhost/media/song"), "frozen", () => {});
  await vi.waitUntil(() => asked.length > 0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toEqual(["frozen whose"]);
  expect(await (await answer).text()).toBe("sound");
});

test("a navigation is not asked", async () => {
  expect((await accountOf("")).cacheOwner).toBe("ben");
  expect(asked).toEqual([]);
});
