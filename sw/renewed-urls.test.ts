import { beforeEach, expect, it, vi } from "vitest";
import type { WorkerMessage } from "../contract/worker-messages.ts";
import { writeActiveAccount } from "../src/db/active-account.ts";
import { setAccountOf } from "./client-account.ts";
import { forgetUrls, freshUrl, newestUrl } from "./renewed-urls.ts";

const origin = "https://music.example.org";
const refused = `${origin}/media/audio/a.mp3?exp=1&sig=old`;
let asked: { client: string; message: WorkerMessage }[];
let ids: string[];

/** A page that has a new address for whatever it is asked for. */
const page = (id: string) => ({
  id,
  visibilityState: "visible",
  postMessage(message: WorkerMessage, [port]: [MessagePort]) {
    asked.push({ client: id, message });
    if (id === "silent" || message.type !== "fresh-url") return;
    port.postMessage({ type: "url", url: `${message.path}?exp=2&sig=${id}` });
  },
});

beforeEach(() => {
  asked = [];
  ids = [];
  const clients = {
    matchAll: async () => ids.map(page),
    get: async (id: string) => (ids.includes(id) ? page(id) : undefined),
  };
  vi.stubGlobal("self", { clients, location: { origin } });
  return () => vi.unstubAllGlobals();
});

it("asks pages of that account only, also where another one waits for the file", async () => {
  ids = ["of-ben", "of-nobody", "of-ada"];
  setAccountOf("of-ben", "ben");
  setAccountOf("of-nobody", null);
  setAccountOf("of-ada", "ada");
  expect(await freshUrl("ada", refused, "of-ben")).toBe(`${origin}/media/audio/a.mp3?exp=2&sig=of-ada`);
  const message = { type: "fresh-url", uid: "ada", path: "/media/audio/a.mp3" };
  expect(asked).toEqual([{ client: "of-ada", message }]);
});

it("asks nobody where all pages are somebody else's, by their own word or by the device's record", async () => {
  await writeActiveAccount("ben");
  ids = ["said-ben", "said-nothing"];
  setAccountOf("said-ben", "ben");
  expect(await freshUrl("ada", refused, "said-nothing")).toBeUndefined();
  expect(asked).toEqual([]);
});

it("waits for no page that was left, and asks the next one", async () => {
  ids = ["silent", "of-ada"];
  setAccountOf("silent", "ada");
  setAccountOf("of-ada", "ada");
  const answer = freshUrl("ada", `${origin}/media/audio/b.mp3?exp=1&sig=old`);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  ids = ["of-ada"];
  expect(await answer).toBe(`${origin}/media/audio/b.mp3?exp=2&sig=of-ada`);
});

it("asks the next page, too, where one is there and does not answer", async () => {
  ids = ["silent", "of-ada"];
  setAccountOf("silent", "ada");
  setAccountOf("of-ada", "ada");
  vi.useFakeTimers();
  const answer = freshUrl("ada", `${origin}/media/audio/c.mp3?exp=1&sig=old`);
  await vi.advanceTimersByTimeAsync(3_000);
  vi.useRealTimers();
  expect(asked.map(({ client }) => client)).toEqual(["silent", "of-ada"]);
  expect(await answer).toBe(`${origin}/media/audio/c.mp3?exp=2&sig=of-ada`);
});

// 17.35, 17.37
it("knows a renewed address for that account alone, and until its data are wiped", async () => {
  ids = ["of-ada"];
  setAccountOf("of-ada", "ada");
  const expired = `${origin}/media/audio/d.mp3`;
  const renewed = await freshUrl("ada", expired);
  expect(newestUrl("ada", expired)).toBe(renewed);
  expect(newestUrl("ben", expired)).toBe(expired);
  expect(newestUrl(null, expired)).toBe(expired);
  forgetUrls("ada");
  expect(newestUrl("ada", expired)).toBe(expired);
});
