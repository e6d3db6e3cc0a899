import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { audioCache } from "../contract/worker-messages.ts";
import { fakeCaches } from "../tests/support/fake-caches.ts";
import { createLocks } from "../tests/support/fake-locks.ts";

let caches: ReturnType<typeof fakeCaches>;
beforeEach(() => {
  caches = fakeCaches();
  vi.stubGlobal("caches", { ...caches, delete: async () => true });
  vi.stubGlobal("navigator", { locks: createLocks() });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function startWorker() {
  vi.resetModules();
  return import("./account-caches.ts");
}

// 17.37
test("the worker of before an update stores nothing of an account that the new one has wiped", async () => {
  const [before, now] = [await startWorker(), await startWorker()];
  const store = async () => {
    await before.store("ada", audioCache("ada"), "song", new Response("sound"));
    return [...caches.kept.keys()];
  };
  await now.wipeCaches("ada");
  await vi.waitFor(() => expect(store()).rejects.toMatchObject({ name: "AbortError" }));
  before.allowCaches("ada");
  expect(await store()).toEqual(["song"]);
});
