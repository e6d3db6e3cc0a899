import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { audioCache } from "../contract/worker-messages.ts";
import { store } from "./account-caches.ts";
import { setAccountOf } from "./client-account.ts";
import { forgetFiles, learnFiles } from "./known-files.ts";
import { answerAudio } from "./serve-audio.ts";

const origin = "https://offbeat.test";
const cacheName = audioCache("ada");
/** The files of the device, by key. */
let files: Map<string, string>;
let looks: number;
let isOnline: boolean;

beforeEach(() => {
  files = new Map();
  looks = 0;
  isOnline = true;
  setAccountOf("page", "ada");
  forgetFiles(cacheName);
  const cache = {
    keys: async () => [...files.keys()].map((url) => ({ url })),
    put: async (key: string, response: Response) => void files.set(key, await response.text()),
  };
  vi.stubGlobal("self", { location: { origin } });
  vi.stubGlobal("navigator", { locks: { request: (_: string, __: unknown, work: () => unknown) => work() } });
  vi.stubGlobal("caches", {
    has: async () => true,
    open: async () => cache,
    async match(key: string) {
      looks += 1;
      const text = files.get(key);
      return text && new Response(text, { headers: { "content-length": String(text.length) } });
    },
  });
  vi.stubGlobal("fetch", async () => {
    if (!isOnline) throw new TypeError("no network");
    return new Response("network", { headers: { "content-type": "audio/mpeg" } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function play(name: string): Promise<string> {
  const answer = await answerAudio(new Request(`${origin}/media/${name}`), "page", () => {});
  return answer.type === "error" ? "error" : answer.text();
}
const keyOf = (name: string) => `${origin}/media/${name}`;

// 17.11
test("a song that is known not to be on the device is fetched without a look, any other is looked up", async () => {
  files.set(keyOf("kept"), "device");
  expect([await play("new"), looks]).toEqual(["network", 1]);
  await learnFiles(cacheName);
  expect([await play("new"), looks]).toEqual(["network", 1]);
  expect([await play("kept"), looks]).toEqual(["device", 2]);
});

test("until all files are known none counts as missing", async () => {
  files.set(keyOf("kept"), "device");
  vi.stubGlobal("caches", { ...caches, has: () => new Promise(() => {}) });
  void learnFiles(cacheName);
  expect(await play("kept")).toBe("device");
});

// 17.45
test("a song that is stored since comes from the device", async () => {
  await learnFiles(cacheName);
  expect(await play("new")).toBe("network");
  await store("ada", cacheName, keyOf("new"), new Response("device"));
  expect(await play("new")).toBe("device");
});

test("without a network it is looked up all the same: another worker may have stored it", async () => {
  await learnFiles(cacheName);
  files.set(keyOf("new"), "device");
  isOnline = false;
  expect(await play("new")).toBe("device");
  expect(await play("other")).toBe("error");
});

// 17.11
describe("what hangs is not waited for", () => {
  const hangs = new Promise<never>(() => {});
  /** What a song gives within `ms`. */
  async function playWithin(ms: number, name: string): Promise<string> {
    vi.useFakeTimers();
    const answer = play(name);
    await vi.advanceTimersByTimeAsync(ms);
    return Promise.race([answer, Promise.resolve("it waits")]);
  }

  test("a cache: the network answers", async () => {
    vi.stubGlobal("caches", { ...caches, match: () => hangs });
    expect(await playWithin(4_000, "kept")).toBe("network");
  });

  test("a cache and no network: the song has failed", async () => {
    vi.stubGlobal("caches", { ...caches, match: () => hangs });
    isOnline = false;
    expect(await playWithin(25_000, "kept")).toBe("error");
  });

  test("neither a cache nor the network: the song has failed before the player gives up", async () => {
    vi.stubGlobal("caches", { ...caches, match: () => hangs });
    vi.stubGlobal("fetch", () => hangs);
    expect(await playWithin(25_000, "kept")).toBe("error");
  });

  /** The device's storage, which answers that late. */
  function slowDown(ms: number): void {
    const { match } = caches;
    const slowly = async (key: string) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return match(key);
    };
    vi.stubGlobal("caches", { ...caches, match: slowly });
  }

  test("a server: a song that another worker has stored still comes from a busy disk", async () => {
    await learnFiles(cacheName);
    slowDown(2_000);
    files.set(keyOf("new"), "device");
    vi.stubGlobal("fetch", () => hangs);
    expect(await playWithin(25_000, "new")).toBe("device");
  });

  test.each<[string, () => Response]>([
    ["the network does not", () => Response.error()],
    ["a captive portal does", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
    ["a proxy does", () => new Response("", { status: 503 })],
  ])("a slow disk still answers where %s", async (_name, answer) => {
    slowDown(8_000);
    files.set(keyOf("kept"), "device");
    vi.stubGlobal("fetch", async () => {
      const response = answer();
      if (response.type === "error") throw new TypeError("no network");
      return response;
    });
    expect(await playWithin(9_000, "kept")).toBe("device");
  });

  test("a server: the song has failed, and its connection is let go", async () => {
    let signal: AbortSignal | undefined;
    vi.stubGlobal("fetch", (_: string, init: RequestInit) => ((signal = init.signal ?? undefined), hangs));
    expect(await playWithin(25_000, "new")).toBe("error");
    expect(signal?.aborted).toBe(true);
  });
});
