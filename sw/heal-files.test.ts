import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { healFiles } from "./heal-files.ts";

const fileOf = (name: string) => ({
  url: `https://music.example.org/static/${name}`,
  key: `https://music.example.org/static/${name}?v=1`,
});
const script = fileOf("main.js");
const style = fileOf("style.css");
const files = [script, style];
const network = vi.fn<(url: string) => Promise<Response>>();
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
afterEach(() => vi.unstubAllGlobals());

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

test("an error of the server is not stored", async () => {
  bodies.set(script.key, "");
  network.mockImplementation(async () => new Response("busy", { status: 503 }));
  await healFiles(stored, isCurrent);
  expect(bodies.get(script.key)).toBe("");
});
