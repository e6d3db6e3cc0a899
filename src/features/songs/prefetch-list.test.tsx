// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { idOf, snapshotOf, songOf } from "../../../tests/support/items.ts";
import { member, type MemberScreen, renderMember } from "../../../tests/support/member-screen.tsx";
import type { VersionedResult } from "../../db/versioned-result.ts";
import { favouriteSongs, listKey, songsOfListKey } from "../../sync/query-keys.ts";
import { shownIds } from "../lists/id-list.ts";
import { manyItems } from "../lists/row-window.ts";
import { prefetchList } from "./prefetch-list.ts";

const songs = Array.from({ length: 2 * manyItems }, (_, n) => songOf(n));
const ids = songs.map(({ _id }) => _id);
const list = "GET /users/myFavoriteSongs/{id}";
const answers = {
  [list]: ids,
  "GET /songs": ({ query }: { query: { ids: string[] } }) => songs.filter(({ _id }) => query.ids.includes(_id)),
};

/** A screen that asks for nothing itself. */
async function openOther(given: Partial<MemberScreen> = {}) {
  const opened = renderMember({ routes: { "/": () => <p>Here</p> }, answers, ...given });
  await screen.findByText("Here");
  const { app } = opened;
  return {
    ...opened,
    prefetch: () => prefetchList(app, "favourites", favouriteSongs),
    heard: () => app.queryClient.getQueryData<VersionedResult<string[]>>(listKey("favourites", member.uid)),
    first: () => app.queryClient.getQueryData([...songsOfListKey(member.uid, favouriteSongs), "first"]),
  };
}

/** A list whose answer a test sends. */
function holdList() {
  let send: (answer: string[]) => void = () => {};
  const answer = new Promise<string[]>((resolve) => (send = resolve));
  return { answers: { ...answers, [list]: () => answer, "PATCH /songs/like/{id}": null }, send };
}

test("a list and its first songs are there before a screen asks for them", async () => {
  const { prefetch, heard, first, calls } = await openOther();
  await prefetch();
  expect(heard()?.value).toEqual(ids);
  expect(first()).toBeDefined();
  const asked = calls.filter((call) => call === "GET /songs").length;
  expect(asked, "not for those far below").toBeLessThan(3);
});

test("what cannot be reached is left to the screen", async () => {
  const { prefetch, heard } = await openOther({ online: false });
  await prefetch();
  expect(heard()).toBeUndefined();
});

test("a like that is confirmed meanwhile stays on top of the older list", async () => {
  const { answers: held, send } = holdList();
  const { prefetch, heard, account, calls } = await openOther({ answers: held });
  const prefetched = prefetch();
  await expect.poll(() => calls).toContain(list);
  const liked = idOf(7_000);
  await account.change({ kind: "like", songId: liked, liked: true }, snapshotOf(7_000));
  await expect.poll(() => account.outbox.get()?.rows.map(({ state }) => state)).toEqual(["acked"]);
  send(ids);
  await prefetched;
  expect(heard()?.value).toEqual(ids);
  expect(shownIds("favourites", heard(), account.outbox.get())).toEqual([liked, ...ids]);
});

test("a list that was asked for later, and came first, stays", async () => {
  const { answers: held, send } = holdList();
  const { prefetch, heard, app, calls } = await openOther({ answers: held });
  const prefetched = prefetch();
  await expect.poll(() => calls).toContain(list);
  const newer = { value: [idOf(3)], begun: 1_000, seen: 0 };
  app.queryClient.setQueryData(listKey("favourites", member.uid), newer);
  send(ids);
  await prefetched;
  expect(heard()).toEqual(newer);
});

test("after an account has closed nothing more of it is asked for", async () => {
  const { answers: held, send } = holdList();
  let isOpen = true;
  const services = { account: () => (isOpen ? opened.account : undefined) };
  const opened = await openOther({ answers: held, services });
  const { prefetch, first, calls } = opened;
  const prefetched = prefetch();
  await expect.poll(() => calls).toContain(list);
  isOpen = false;
  send(ids);
  await prefetched;
  expect(calls).not.toContain("GET /songs");
  expect(first()).toBeUndefined();
});
