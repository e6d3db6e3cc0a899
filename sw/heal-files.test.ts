import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { healFiles } from "./heal-files.ts";

const fileOf = (name: string) => ({
  url: `https://music.example.org/static/${name}`,
  key: `https://music.example.org/static/${name}?v=1`,
});
const script = fileOf("main.js");
const style = fileOf("style.css");
const files = [script, style];
const network = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const isCurrent = vi.fn<() => Promise<boolean>>();
let bodies: Map<string, string>;
const cache = {
  match: async (key: string) => (bodies.has(key) ? new Response(bodies.get(key)) : undefined),
  put: async (key: string, response: Response) => void bodies.set(key, await response.text()),
};
// The two methods that are called.
const stored = { cache: cache as unknown as Cache, files };

beforeEach(() => {
  bodies = new Map(files.map(({ key }) => [key, "stored"]));
  network.mockReset().mockImplementation(async (url) => new Response(`from ${url}`));
  isCurrent.mockReset().mockResolvedValue(true);
  vi.stubGlobal("fetch", network);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("files that are whole need no network", async () => {
  await healFiles(stored, isCurrent);
  expect(network).not.toHaveBeenCalled();
  expect(isCurrent).not.toHaveBeenCalled();
});

// 17.61
test.each(["empty", "missing"])("a file that is %s is fetched again, the others are not", async (fault) => {
  if (fault === "empty") bodies.set(script.key, "");
  else bodies.delete(script.key);
  await healFiles(stored, isCurrent);
  expect(bodies.get(script.key)).toBe(`from ${script.url}`);
  expect(bodies.get(style.key)).toBe("stored");
});

test("files of another version are not mixed in", async () => {
  bodies.set(script.key, "");
  isCurrent.mockResolvedValue(false);
  await healFiles(stored, isCurrent);
  expect(network).not.toHaveBeenCalled();
});

// 17.61
test("a script that is a stranger's page is fetched again, but from no stranger", async () => {
  const page = { headers: { "content-type": "text/html" } };
  vi.spyOn(cache, "match").mockImplementation(async (key) =>
    bodies.get(key) === "stored" ? new Response("stored", key === script.key ? page : {}) : undefined,
  );
  network.mockResolvedValueOnce(new Response("Accept our terms", page));
  await healFiles(stored, isCurrent);
  expect(bodies.get(script.key)).toBe("stored");
  await healFiles(stored, isCurrent);
  expect(bodies.get(script.key)).toBe(`from ${script.url}`);
  expect(bodies.get(style.key)).toBe("stored");
});

test("an error of the server is not stored", async () => {
  bodies.set(script.key, "");
  network.mockImplementation(async () => new Response("busy", { status: 503 }));
  await healFiles(stored, isCurrent);
  expect(bodies.get(script.key)).toBe("");
});

// 17.61
test("a document that came by a redirect is stored as one that answers a navigation", async () => {
  const start = fileOf("index.html");
  const text = '<!doctype html><p id="not-started">';
  const redirected = new Response(text, { headers: { "content-type": "text/html" } });
  network.mockResolvedValue(Object.defineProperty(redirected, "redirected", { value: true }));
  const put = vi.spyOn(cache, "put");
  await healFiles({ ...stored, files: [start] }, isCurrent);
  const [, kept] = put.mock.calls[0] ?? [];
  expect([kept?.redirected, kept?.headers.get("content-type")]).toEqual([false, "text/html"]);
  expect(bodies.get(start.key)).toBe(text);
});

// 17.61
describe("what hangs is given up", () => {
  const hangs = new Promise<never>(() => {});
  /** What the healing ends with within a minute. */
  async function heal(): Promise<unknown> {
    vi.useFakeTimers();
    const ended = healFiles(stored, isCurrent).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    return Promise.race([ended, Promise.resolve("it waits")]);
  }
  const late = expect.objectContaining({ name: "TimeoutError" }) as unknown;

  test("a cache", async () => {
    vi.spyOn(cache, "match").mockReturnValueOnce(hangs);
    expect(await heal()).toEqual(late);
  });

  test("a server that is asked for its version", async () => {
    bodies.delete(script.key);
    isCurrent.mockReturnValue(hangs);
    expect(await heal()).toEqual(late);
  });

  test("a file that is on its way, and its connection", async () => {
    bodies.delete(script.key);
    let signal: AbortSignal | undefined;
    network.mockImplementation((_, init) => ((signal = init?.signal ?? undefined), hangs));
    expect(await heal()).toEqual(late);
    expect(signal?.aborted).toBe(true);
  });
});
