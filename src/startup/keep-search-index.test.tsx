// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { member, renderMember } from "../../tests/support/member-screen.tsx";
import { libraryKey } from "../sync/query-keys.ts";
import { keepSearchIndex } from "./keep-search-index.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, "connection");
});

const index = { artists: [], songs: [], playlists: [], complete: true };

async function show(online = true) {
  const opened = renderMember({
    online,
    routes: { "/": () => <p>Here</p> },
    answers: { "GET /search/index": index },
  });
  await screen.findByText("Here");
  const { app, account, calls } = opened;
  const asked = () => calls.filter((name) => name === "GET /search/index").length;
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const stored = async () => account.db.queries.where("key").startsWith('q-["search-index"').count();
  return { ...opened, asked, pass, stored, start: () => keepSearchIndex(app, account) };
}

test("a device without an index gets it once the start is over, and asks no second time (specification 3.8.4)", async () => {
  const { start, asked, pass, stored, app } = await show();
  const stop = start();
  await pass(9_000);
  expect(asked()).toBe(0);
  await pass(10_000);
  await vi.waitFor(async () => expect([asked(), await stored()]).toEqual([1, 1]));
  stop();
  app.queryClient.removeQueries({ queryKey: libraryKey("search-index", member.uid) });
  start();
  await pass(30_000);
  expect(asked()).toBe(1);
});

test.each([
  ["offline", false, undefined],
  ["on a metered line", true, { saveData: true }],
])("it is not asked for %s (specification 3.8.4)", async (_, online, connection) => {
  const { start, asked, pass } = await show(online);
  Object.defineProperty(navigator, "connection", { value: connection, configurable: true });
  start();
  await pass(30_000);
  expect(asked()).toBe(0);
});

test("nor after a sign-out", async () => {
  const { start, asked, pass } = await show();
  start()();
  await pass(30_000);
  expect(asked()).toBe(0);
});
