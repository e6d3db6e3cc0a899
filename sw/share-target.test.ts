/** Files that another app shares, from the worker's side to the page's (specification 3.17.3). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hasSharedFiles, takeSharedFiles } from "../src/pwa/shared-files.ts";
import { takeShare } from "./share-target.ts";

const origin = "https://offbeat.example";

/** Cache Storage in memory. A `put` beyond the room rejects. */
function fakeCaches(room = Infinity) {
  const stores = new Map<string, Map<string, Response>>();
  return {
    has: async (name: string) => stores.has(name),
    delete: async (name: string) => stores.delete(name),
    async open(name: string) {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return {
        async put(key: string, response: Response) {
          if (store.size >= room) throw new DOMException("Full", "QuotaExceededError");
          store.set(key, response);
        },
        keys: async () => [...store.keys()],
        match: async (key: string) => store.get(key),
        delete: async (key: string) => store.delete(key),
      };
    },
  };
}

beforeEach(() => {
  vi.stubGlobal("self", { location: { origin } });
  vi.stubGlobal("caches", fakeCaches());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function share(...files: File[]): Promise<Response> {
  const body = new FormData();
  for (const file of files) body.append("audio", file);
  return takeShare(new Request(`${origin}/share-target`, { method: "POST", body }));
}

const goal = (response: Response) => [response.status, response.headers.get("location")];
const song = new File(["sound"], "Träume & Co.mp3", { type: "audio/mpeg" });

test("shared files wait on the device until the page takes them, once", async () => {
  expect(goal(await share(song, new File(["more"], "b.wav", { type: "audio/wav" })))).toEqual([
    303,
    `${origin}/share-target`,
  ]);
  expect(await hasSharedFiles()).toBe(true);
  const files = await takeSharedFiles();
  expect(files.map(({ name, type }) => [name, type])).toEqual([
    ["Träume & Co.mp3", "audio/mpeg"],
    ["b.wav", "audio/wav"],
  ]);
  expect(await files[0]?.text()).toBe("sound");
  expect([await hasSharedFiles(), await takeSharedFiles()]).toEqual([false, []]);
});

test("files that nobody signed in for within a day are dropped", async () => {
  await share(song);
  expect(await takeSharedFiles(Date.now() + 25 * 3_600_000)).toEqual([]);
  expect(await hasSharedFiles()).toBe(false);
});

test("a full device and a share without files lead to a page that asks for them", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(goal(await share())).toEqual([303, `${origin}/share-target?lost=1`]);
  vi.stubGlobal("caches", fakeCaches(0));
  expect(goal(await share(song))).toEqual([303, `${origin}/share-target?lost=1`]);
  expect(await hasSharedFiles()).toBe(false);
});

test("what is shared while a page takes the files before stays for the next page", async () => {
  const now = vi.spyOn(Date, "now").mockReturnValue(1_800_000_000_000);
  await share(song);
  const blob = vi.spyOn(Response.prototype, "blob").mockImplementationOnce(async function (this: Response) {
    await share(new File(["more"], "b.wav", { type: "audio/wav" }));
    return this.blob();
  });
  expect((await takeSharedFiles()).map(({ name }) => name)).toEqual(["Träume & Co.mp3"]);
  expect(await hasSharedFiles()).toBe(true);
  expect((await takeSharedFiles()).map(({ name }) => name)).toEqual(["b.wav"]);
  blob.mockRestore();
  now.mockRestore();
});

test("a share that the device has no room for leaves the one before it", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubGlobal("caches", fakeCaches(2));
  await share(song);
  vi.spyOn(Date, "now").mockReturnValueOnce(1);
  expect(goal(await share(song, song))).toEqual([303, `${origin}/share-target?lost=1`]);
  expect((await takeSharedFiles()).map(({ name }) => name)).toEqual(["Träume & Co.mp3"]);
});

test("a page without Cache Storage has no shared files", async () => {
  vi.unstubAllGlobals();
  expect(await takeSharedFiles()).toEqual([]);
});
