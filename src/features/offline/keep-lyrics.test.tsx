// @vitest-environment happy-dom
import { waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { refuses, renderMember } from "../../../tests/support/member-screen.tsx";
import { keepLyrics } from "./keep-lyrics.ts";

const route = "GET /songs/{id}/lyrics";
const idOf = (n: number) => `01900000-0000-7000-8000-00000000000${n}`;

test("the words of songs on the device are there without a network, and go with the song (specification 15.25)", async () => {
  const { app, account, calls, online } = renderMember({
    routes: { "/": () => null },
    answers: { [route]: { lines: [{ at: 1, text: "First light" }] } },
  });
  const rows = new Map([1, 2, 3].map((n) => [idOf(n), { songId: idOf(n), hasLyrics: n < 3 }]));
  const device = { ...account, downloads: { ...account.downloads, get: () => rows as never } }; // all that is read of a row
  const { signal } = new AbortController();
  const keys = async () =>
    (await account.db.queries.toCollection().primaryKeys()).filter((key) => key.includes("lyrics"));
  const asked = () => calls.filter((name) => name === route).length;
  // The first failure leaves the rest to the next time.
  online.set(false);
  await keepLyrics(app, device, signal);
  expect([asked(), await keys()]).toEqual([1, []]);
  online.set(true);
  await keepLyrics(app, device, signal);
  await waitFor(async () => expect(await keys()).toEqual([1, 2].map((n) => `q-["lyrics","ada","${idOf(n)}"]`)));
  expect(asked()).toBe(3);
  await keepLyrics(app, device, signal);
  expect(asked()).toBe(3);
  rows.delete(idOf(1));
  await keepLyrics(app, device, signal);
  expect(await keys()).toEqual([`q-["lyrics","ada","${idOf(2)}"]`]);
});

test.each([
  ["404 for four", 404, 4, [5]],
  ["500 for two", 500, 2, [3, 4, 5]],
  ["500 for four, as a server that fails", 500, 4, []],
] as const)("words that fail keep those of other songs away only where all fail: %s", async (_, status, many, kept) => {
  const answered: string[] = [];
  const { app, account } = renderMember({
    routes: { "/": () => null },
    answers: {
      [route]: ({ params }: { params: { id: string } }) => {
        if (params.id <= idOf(many)) return refuses(status)();
        answered.push(params.id);
        return { lines: [{ at: 1, text: "First light" }] };
      },
    },
  });
  const rows = new Map([1, 2, 3, 4, 5].map((n) => [idOf(n), { songId: idOf(n), hasLyrics: true }]));
  const device = { ...account, downloads: { ...account.downloads, get: () => rows as never } }; // all that is read of a row
  await keepLyrics(app, device, new AbortController().signal);
  expect(answered).toEqual(kept.map(idOf));
});
