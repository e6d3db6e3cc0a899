import { expect, test, vi } from "vitest";
import type { Api } from "../../api/api-client.ts";
import { createDuplicateFinder, fetchOwnFiles, type OwnFile } from "./find-duplicate.ts";

const own = (title: string, bytes: number, sha256: string | null): OwnFile => ({ _id: title, title, bytes, sha256 });
const songs = [own("Same size", 3, "other"), own("Slow Tide", 3, "abc"), own("Unknown", 3, null), own("Long", 9, "x")];
const file = (bytes: number) => new File(["x".repeat(bytes)], "a.mp3");
const hashOf = (sha256: string | undefined) => vi.fn<(one: File) => Promise<string | undefined>>(async () => sha256);

test("finds the song with the same content, whatever the file is called", async () => {
  expect(await createDuplicateFinder(async () => songs, hashOf("abc"))(file(3), [])).toEqual({ title: "Slow Tide" });
  expect(await createDuplicateFinder(async () => songs, hashOf("new"))(file(3), [])).toEqual({});
});

// 4.20
test("finds the same file among others, also without the list, and hashes each once", async () => {
  vi.spyOn(console, "info").mockImplementation(() => {});
  const hash = vi.fn<(one: File) => Promise<string>>((one) => one.text());
  const find = createDuplicateFinder(() => Promise.reject(new Error("offline")), hash);
  // They differ where nothing is sampled.
  const sound = (note: string) => `${"-".repeat(1_500)}${note}${"-".repeat(4_500)}`;
  const [one, two, same] = ["a", "x", "a"].map((note, index) => new File([sound(note)], `${index}.mp3`));
  if (!one || !two || !same) throw new Error("There are three");
  expect(await find(one, [])).toEqual({});
  expect(hash).not.toHaveBeenCalled();
  expect(await find(two, [one, file(4)])).toEqual({});
  expect((await find(same, [two, one])).twin).toBe(one);
  expect(hash).toHaveBeenCalledTimes(3);
});

test("of many files of one size each is read once, and only equal ones are hashed", async () => {
  const hash = hashOf("abc");
  const find = createDuplicateFinder(async () => [], hash);
  const head = "Song 000".length;
  // One sound under other tags.
  const files = Array.from({ length: 60 }, (_, n) => {
    const title = `Song ${n}`.padEnd(head);
    return new File([title, "x".repeat(9_000)], `${n}.mp3`);
  });
  const slices = files.map((one) => vi.spyOn(one, "slice"));
  const found = await Promise.all(files.map((one, n) => find(one, files.slice(0, n))));
  expect(found.filter(({ twin }) => twin)).toEqual([]);
  expect(hash).not.toHaveBeenCalled();
  const times = slices.map((slice) => slice.mock.calls.length);
  expect(Math.max(...times)).toBe(Math.min(...times));
});

test("hashes only what has the size of an own song", async () => {
  const hash = hashOf("abc");
  expect(await createDuplicateFinder(async () => songs, hash)(file(4), [file(5)])).toEqual({});
  expect(hash).not.toHaveBeenCalled();
});

test("without the list, or without a hash, nothing is found, and the next file is looked at", async () => {
  vi.spyOn(console, "info").mockImplementation(() => {});
  const ownFiles = vi.fn<() => Promise<OwnFile[]>>(async () => songs);
  ownFiles.mockRejectedValueOnce(new Error("offline"));
  const find = createDuplicateFinder(ownFiles, hashOf("abc"));
  expect(await find(file(3), [])).toEqual({});
  expect(await find(file(3), [])).toEqual({ title: "Slow Tide" });
  expect(await createDuplicateFinder(async () => [own("Nameless", 3, null)], hashOf(undefined))(file(3), [])).toEqual(
    {},
  );
});

test("files are hashed one after the other", async () => {
  let running = 0;
  let most = 0;
  const find = createDuplicateFinder(
    async () => songs,
    async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running -= 1;
      return "abc";
    },
  );
  await Promise.all([find(file(3), []), find(file(3), []), find(file(3), [])]);
  expect(most).toBe(1);
});

test("all pages of the own songs are read", async () => {
  const pages = [
    { data: [{ ...own("1", 1, "a"), artist: "Ana" }], next: "c1" },
    { data: [own("2", 2, "b")], next: null },
  ];
  const call = vi.fn<(...input: unknown[]) => Promise<unknown>>(async () => pages.shift());
  expect(await fetchOwnFiles({ call } as unknown as Api, "ana")).toEqual([own("1", 1, "a"), own("2", 2, "b")]);
  expect(call.mock.calls.map(([, input]) => input)).toEqual([
    { params: { id: "ana" }, query: { limit: 500 } },
    { params: { id: "ana" }, query: { limit: 500, cursor: "c1" } },
  ]);
});
