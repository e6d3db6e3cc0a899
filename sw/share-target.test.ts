/** Files that another app shares, from the worker's side to the page's (specification 3.17.3). */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLocks } from "../tests/support/fake-locks.ts";
import { hasSharedFiles, takeSharedFiles } from "../src/pwa/shared-files.ts";
import { dropOldShares, takeShare } from "./share-target.ts";

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
        keys: async () => [...store.keys()].map((url) => ({ url })),
        match: async ({ url }: { url: string }) => store.get(url)?.clone(),
        delete: async (key: string | { url: string }) => store.delete(typeof key === "string" ? key : key.url),
      };
    },
  };
}

beforeEach(() => {
  vi.stubGlobal("self", { location: { origin } });
  vi.stubGlobal("caches", fakeCaches());
  vi.stubGlobal("navigator", { locks: createLocks() });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function formOf(...files: File[]): FormData {
  const body = new FormData();
  for (const file of files) body.append("audio", file);
  return body;
}
const share = (...files: File[]): Promise<Response> =>
  takeShare(new Request(`${origin}/share-target`, { method: "POST", body: formOf(...files) }));

const goal = (response: Response) => [response.status, response.headers.get("location")];
const song = new File(["sound"], "Träume & Co.mp3", { type: "audio/mpeg" });

/** As the dialog that has them is sent or discarded. */
async function takeAndDrop(): Promise<File[]> {
  const { files, unread } = await takeSharedFiles();
  expect(unread).toEqual([]);
  for (const { drop } of files) await drop();
  return files.map(({ file }) => file);
}

const none = { files: [], unread: [] };

test("a form without a file shares none", async () => {
  const body = new FormData();
  body.append("audio", new File([], ""));
  // As browsers read it: the parser here makes a text of it.
  const request = Object.assign(new Request(`${origin}/share-target`), { formData: async () => body });
  expect(goal(await takeShare(request))).toEqual(goal(await share()));
  expect(await takeAndDrop()).toEqual([]);
});

test("shared files wait on the device until the page takes them, once", async () => {
  expect(goal(await share(song, new File(["more"], "b.wav", { type: "audio/wav" })))).toEqual([
    303,
    `${origin}/share-target`,
  ]);
  expect(await hasSharedFiles()).toBe(true);
  const files = await takeAndDrop();
  expect(files.map(({ name, type }) => [name, type])).toEqual([
    ["Träume & Co.mp3", "audio/mpeg"],
    ["b.wav", "audio/wav"],
  ]);
  expect(await files[0]?.text()).toBe("sound");
  expect([await hasSharedFiles(), await takeSharedFiles()]).toEqual([false, none]);
});

/** Another page of the device. */
async function openPage() {
  vi.resetModules();
  return import("../src/pwa/shared-files.ts");
}

test("a page takes them once, and they stay on the device until they are dropped: a phone may end the page", async () => {
  await share(song);
  const {
    files: [shared],
  } = await takeSharedFiles();
  expect([await hasSharedFiles(), await takeSharedFiles()]).toEqual([false, none]);
  // Its locks end with it.
  vi.stubGlobal("navigator", { locks: createLocks() });
  const next = await openPage();
  expect(await next.hasSharedFiles()).toBe(true);
  expect((await next.takeSharedFiles()).files.map(({ file }) => file.name)).toEqual(["Träume & Co.mp3"]);
  await shared?.drop();
  expect(await (await openPage()).hasSharedFiles()).toBe(false);
});

test("of two tabs that look for them at once, one gets each", async () => {
  await share(song, new File(["more"], "b.wav", { type: "audio/wav" }));
  const other = await openPage();
  const [ours, theirs] = await Promise.all([takeSharedFiles(), other.takeSharedFiles()]);
  expect([...ours.files, ...theirs.files].map(({ file }) => file.name).sort()).toEqual(["Träume & Co.mp3", "b.wav"]);
  expect([await hasSharedFiles(), await other.hasSharedFiles()]).toEqual([false, false]);
});

test("a tab that looks while another one sends them gets nothing of what is sent by then", async () => {
  await share(song);
  const {
    files: [sent],
  } = await takeSharedFiles();
  const other = await openPage();
  const cache = await caches.open("offbeat-shared");
  const { match } = cache;
  // Its look at what there is comes before the end of the other's upload, its turn after.
  vi.spyOn(caches, "open").mockResolvedValue({
    ...cache,
    match: async (request: Request) => {
      const kept = await match(request);
      await sent?.drop();
      return kept;
    },
  } as unknown as Cache); // what is used of it
  expect(await other.takeSharedFiles()).toEqual(none);
});

const tomorrow = () => Date.now() + 25 * 3_600_000;

test("files that nobody signed in for within a day lead nowhere and are dropped", async () => {
  await share(song);
  expect(await hasSharedFiles(tomorrow())).toBe(false);
  expect([await hasSharedFiles(), await takeSharedFiles()]).toEqual([false, none]);
});

test("so they are by the worker, where no page looks for them", async () => {
  await share(song);
  await dropOldShares(Date.now());
  expect(await hasSharedFiles()).toBe(true);
  await dropOldShares(tomorrow());
  expect(await hasSharedFiles()).toBe(false);
});

test("a full device and a share without files lead to a page that asks for them", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  expect(goal(await share())).toEqual([303, `${origin}/share-target?lost=1`]);
  vi.stubGlobal("caches", fakeCaches(0));
  expect(goal(await share(song))).toEqual([303, `${origin}/share-target?lost=1`]);
  expect(await hasSharedFiles()).toBe(false);
});

const never = () => new Promise<never>(() => {});
test.each([
  ["opened", { open: never }],
  ["written", { open: async () => ({ put: never }) }],
])("so does a storage that hangs while it is %s (specification 17.49)", async (_, hanging) => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubGlobal("caches", hanging);
  // A real form is read by a real clock.
  const request = Object.assign(new Request(`${origin}/share-target`), { formData: async () => formOf(song) });
  vi.useFakeTimers();
  const answer = takeShare(request);
  await vi.advanceTimersByTimeAsync(10_001);
  vi.useRealTimers();
  expect(goal(await answer)).toEqual([303, `${origin}/share-target?lost=1`]);
});

test("what a slow storage keeps late, when the page has asked for it again, goes", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const store = await caches.open("shared");
  let write = () => {};
  const isDue = new Promise<void>((resolve) => (write = resolve));
  const kept = vi.fn<() => void>();
  const put = (key: string, response: Response) => isDue.then(() => store.put(key, response)).then(kept);
  vi.stubGlobal("caches", { ...caches, open: async () => ({ ...store, put }) });
  const request = Object.assign(new Request(`${origin}/share-target`), { formData: async () => formOf(song) });
  vi.useFakeTimers();
  const answer = takeShare(request);
  await vi.advanceTimersByTimeAsync(10_001);
  vi.useRealTimers();
  await answer;
  write();
  await vi.waitFor(() => expect(kept).toHaveBeenCalledTimes(1));
  await vi.waitFor(async () => expect(await store.keys()).toEqual([]));
});

test("what is shared while a page takes the files before stays for the next page", async () => {
  const now = vi.spyOn(Date, "now").mockReturnValue(1_800_000_000_000);
  await share(song);
  const blob = vi.spyOn(Response.prototype, "blob").mockImplementationOnce(async function (this: Response) {
    await share(new File(["more"], "b.wav", { type: "audio/wav" }));
    return this.blob();
  });
  expect((await takeAndDrop()).map(({ name }) => name)).toEqual(["Träume & Co.mp3"]);
  expect(await hasSharedFiles()).toBe(true);
  expect((await takeAndDrop()).map(({ name }) => name)).toEqual(["b.wav"]);
  blob.mockRestore();
  now.mockRestore();
});

test("a share that the device has no room for leaves the one before it", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubGlobal("caches", fakeCaches(2));
  await share(song);
  vi.spyOn(Date, "now").mockReturnValueOnce(1);
  expect(goal(await share(song, song))).toEqual([303, `${origin}/share-target?lost=1`]);
  expect((await takeAndDrop()).map(({ name }) => name)).toEqual(["Träume & Co.mp3"]);
});

test("a page without Cache Storage has no shared files", async () => {
  vi.unstubAllGlobals();
  expect(await takeSharedFiles()).toEqual(none);
});
