import { beforeEach, expect, test, vi } from "vitest";
import { fakeCaches } from "../tests/support/fake-caches.ts";

// Workbox looks for the worker as soon as it is loaded.
vi.hoisted(() => vi.stubGlobal("self", { location: { origin: "https://music.example.org" } }));
const { PartialDownload } = await import("./partial-download.ts");

let caches: ReturnType<typeof fakeCaches>;

beforeEach(() => {
  caches = fakeCaches();
  vi.stubGlobal("caches", caches);
  const request = (_name: string, _options: object, run: () => Promise<void>) => run();
  vi.stubGlobal("navigator", { locks: { request } });
});

async function load() {
  const parts = new PartialDownload("somebody", "/media/song", 100_000_000);
  await parts.load();
  return parts;
}
const text = (parts: Awaited<ReturnType<typeof load>>) => parts.join("").text();

async function addPart(parts: Awaited<ReturnType<typeof load>>, bytes: string) {
  await parts.add(new TextEncoder().encode(bytes));
  await parts.flush();
}

// 17.9, 17.61
test("parts behind one that was lost are not taken for what follows its successor", async () => {
  const first = await load();
  first.etag = '"a"';
  for (const bytes of ["0000", "1111", "2222"]) await addPart(first, bytes);
  expect(await text(await load())).toBe("000011112222");
  const second = [...caches.kept.keys()].find((key) => key.endsWith("part=1")) ?? "";
  caches.kept.set(second, new Response("", { headers: { "content-length": "4", etag: '"a"', "x-start": "4" } }));
  const again = await load();
  expect(await text(again)).toBe("0000");
  // It is cut once more, in the middle of the lost part.
  await addPart(again, "11");
  expect(await text(await load())).toBe("000011");
});
