/** Files of older versions, and the pages that need them (specification 17.52). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeCaches } from "../tests/support/fake-caches.ts";
import { createLocks } from "../tests/support/fake-locks.ts";

const former = "https://music.example.org/static/js/lazy-1.js";
const later = "https://music.example.org/static/js/screen-1.js";
const own = "https://music.example.org/static/js/lazy-2.js";
/** Ids of the pages that are there; `loading` ones are told by their id alone, as browsers do. */
let pages: Set<string>;
let loading: Set<string>;
let caches: ReturnType<typeof fakeCaches> & Pick<CacheStorage, "keys" | "delete">;

/** The new version's worker, which has activated. */
async function activate() {
  const scope = Object.assign(new EventTarget(), {
    location: { origin: "https://music.example.org", href: "https://music.example.org/main.js" },
    caches,
    registration: { installing: null, waiting: null },
    clients: {
      matchAll: async () => [...pages].filter((id) => !loading.has(id)).map((id) => ({ id })),
      get: async (id: string) => (pages.has(id) ? { id } : undefined),
    },
  });
  vi.stubGlobal("self", scope);
  vi.stubGlobal("location", scope.location);
  vi.resetModules();
  const worker = await import("./precache.ts");
  worker.precache([{ url: own, revision: null }]);
  const work: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>) => void work.push(promise);
  scope.dispatchEvent(Object.assign(new Event("activate"), { waitUntil }));
  await Promise.all(work);
  return worker;
}

const scripts = () => [...caches.kept.keys()].filter((url) => url.startsWith("https:"));

beforeEach(() => {
  pages = new Set();
  loading = new Set();
  caches = { ...fakeCaches(), keys: async () => [], delete: async () => caches.kept.delete("/open-pages") };
  for (const url of [former, later, own]) caches.kept.set(url, new Response(url));
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("navigator", { locks: createLocks() });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("go once no page of before is open", async () => {
  pages.add("before");
  const worker = await activate();
  await worker.dropFormer();
  expect(scripts()).toEqual([former, later, own]);
  pages.clear();
  await worker.dropFormer();
  expect(scripts()).toEqual([own]);
});

test.each([
  ["beside the page that accepted it", ["accepting"]],
  ["where no other page is open", []],
])("stay for a page that was loading when this version activated: no list names it (%s)", async (_, others) => {
  pages = new Set([...others, "loading"]);
  loading = new Set(["loading"]);
  const worker = await activate();
  expect(await (await worker.findFormer(former))?.text()).toBe(former);
  await worker.keepFor("loading");
  for (const id of others) pages.delete(id);
  await worker.dropFormer();
  expect(scripts()).toEqual([former, later, own]);
  pages.clear();
  await worker.dropFormer();
  expect(scripts()).toEqual([own]);
  await worker.keepFor("loading");
  expect(caches.kept.has("/open-pages"), "nothing is left to keep").toBe(false);
});
