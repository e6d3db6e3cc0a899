// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { downloadOf, songOf } from "../../../tests/support/items.ts";
import { renderMember } from "../../../tests/support/member-screen.tsx";
import { partsOf } from "./song-parts.ts";
import { useWholeList, type WholeList } from "./use-whole-list.ts";

const songs = [songOf(1), songOf(2)];
const parts = partsOf(songs.map(({ _id }) => _id));

async function open(online: boolean) {
  let whole: (() => WholeList) | undefined;
  function Screen() {
    const made = useWholeList("shore", parts);
    return <button onClick={() => (whole = made)}>Take</button>;
  }
  const opened = renderMember({
    routes: { "/": Screen },
    answers: {
      "GET /songs": ({ query }: { query: { ids: string[] } }) => songs.filter((one) => query.ids.includes(one._id)),
    },
    online,
  });
  const take = () => {
    if (whole === undefined) throw new Error("The list was not taken");
    return whole();
  };
  await opened.user.click(await screen.findByRole("button", { name: "Take" }));
  return { ...opened, take, list: take() };
}

const titles = (all: readonly { title: string }[] | undefined) => all?.map(({ title }) => title);

test("the rest of a list is loaded when it is asked for, not before", async () => {
  const { calls, list } = await open(true);
  expect(list.songs).toEqual([]);
  const before = calls.filter((call) => call === "GET /songs").length;
  expect(titles(await list.rest?.())).toEqual(titles(songs));
  expect([before, calls.filter((call) => call === "GET /songs").length]).toEqual([0, 1]);
});

test("what was known when the list began to play stays in it", async () => {
  const { account, calls, user, take } = await open(false);
  await act(() => account.db.downloads.add(downloadOf(1)));
  await expect.poll(() => account.downloads.get()?.size).toBe(1);
  await user.click(screen.getByRole("button", { name: "Take" }));
  const list = take();
  expect(titles(list.songs)).toEqual(["Song 1"]);
  await act(() => account.db.downloads.clear());
  await expect.poll(() => account.downloads.get()?.size).toBe(0);
  expect(titles(await list.rest?.())).toEqual(["Song 1"]);
  expect(calls).toContain("GET /songs");
});

// 21.7
test("what the device has been read for meanwhile is not asked for again", async () => {
  const { account, calls, list } = await open(false);
  await act(() => account.db.downloads.bulkAdd([downloadOf(1), downloadOf(2)]));
  await expect.poll(() => account.downloads.get()?.size).toBe(2);
  expect(titles(await list.rest?.())).toEqual(titles(songs));
  expect(calls.filter((call) => call === "GET /songs")).toEqual([]);
});
