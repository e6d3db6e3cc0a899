// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { shareHeaders } from "../../contract/share-target.ts";
import { createLocks } from "../../tests/support/fake-locks.ts";
import { hasSharedFiles, takeSharedFiles } from "./shared-files.ts";

afterEach(() => vi.unstubAllGlobals());

/** Shared files by name; one cannot be read, as on a disk with a bad block. */
function keepFiles(names: readonly string[], broken: string) {
  const kept = new Map(names.map((name) => [`https://offbeat.example/share-target/${name}`, name]));
  const responseOf = (name: string) => {
    const headers = { [shareHeaders.name]: name, [shareHeaders.at]: String(Date.now()) };
    const response = new Response(name, { headers });
    if (name === broken) vi.spyOn(response, "blob").mockRejectedValue(new Error("It cannot be read"));
    return response;
  };
  const cache = {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    match: async ({ url }: { url: string }) => responseOf(kept.get(url) ?? ""),
    delete: async ({ url }: { url: string }) => kept.delete(url),
  };
  vi.stubGlobal("caches", { has: async () => true, open: async () => cache });
  vi.stubGlobal("navigator", { locks: createLocks() });
}

test("a shared file that cannot be read is told, and holds up no other (specification 3.17.3)", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  keepFiles(["first.mp3", "second.mp3", "third.mp3"], "second.mp3");
  const { files, unread } = await takeSharedFiles();
  expect(files.map(({ file }) => file.name)).toEqual(["first.mp3", "third.mp3"]);
  expect(unread).toEqual(["second.mp3"]);
  expect(await hasSharedFiles()).toBe(false);
});
