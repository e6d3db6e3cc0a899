import { QueryClient, QueryObserver } from "@tanstack/react-query";
import * as v from "valibot";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../db/database.ts";
import { persistedQuery } from "../db/persisted-query.ts";
import { removeCached, replaceCached } from "./cached-items.ts";

const song = (id: string, title: string) => ({ _id: id, title, artist: "Ana" });

function filled() {
  const client = new QueryClient();
  client.setQueryData(["favourites"], { value: ["a", "b"], begun: 1 });
  client.setQueryData(["songs", 0], { value: { asked: ["a", "b"], songs: [song("a", "A"), song("b", "B")] } });
  client.setQueryData(["search"], [{ _id: "a", title: "A" }]);
  client.setQueryData(["playlist"], { value: { _id: "p", songs: [song("a", "A")], newest: song("a", "A") } });
  client.setQueryData(["me"], { value: { uid: "ana" } });
  return client;
}

test("an edited song is the new one in every list, and lists of a part of its fields stay such", () => {
  const client = filled();
  const me = client.getQueryData(["me"]);
  const edited = { ...song("a", "New"), album: null };
  expect(replaceCached(client, edited)).toEqual([["songs", 0], ["search"], ["playlist"]]);
  expect(client.getQueryData(["songs", 0])).toMatchObject({
    value: { asked: ["a", "b"], songs: [{ title: "New" }, { title: "B" }] },
  });
  expect(client.getQueryData(["search"])).toEqual([{ _id: "a", title: "New" }]);
  expect(client.getQueryData(["playlist"])).toMatchObject({
    value: { songs: [{ title: "New" }], newest: { title: "New" } },
  });
  expect(client.getQueryData(["favourites"])).toEqual({ value: ["a", "b"], begun: 1 });
  expect(client.getQueryData(["me"])).toBe(me);
});

test("a deleted song is in no list any more, neither as id nor as song", () => {
  const client = filled();
  expect(removeCached(client, "a")).toEqual([["favourites"], ["songs", 0], ["search"], ["playlist"]]);
  expect(client.getQueryData(["favourites"])).toEqual({ value: ["b"], begun: 1 });
  expect(client.getQueryData(["songs", 0])).toEqual({ value: { asked: ["b"], songs: [song("b", "B")] } });
  expect(client.getQueryData(["search"])).toEqual([]);
  expect(client.getQueryData(["playlist"])).toMatchObject({ value: { songs: [] } });
});

test("an answer that was under way does not bring the old song back", async () => {
  const client = new QueryClient();
  const answers: ((songs: unknown[]) => void)[] = [];
  const queryFn = () => new Promise<unknown[]>((resolve) => void answers.push(resolve));
  const stop = new QueryObserver(client, { queryKey: ["songs"], queryFn, initialData: [song("a", "A")] }).subscribe(
    () => {},
  );
  expect(answers).toHaveLength(1);
  replaceCached(client, song("a", "New"));
  answers[0]?.([song("a", "A")]);
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(client.getQueryData(["songs"])).toEqual([song("a", "New")]);
  stop();
});

test("a song that no list has changes nothing", () => {
  expect(removeCached(filled(), "c")).toEqual([]);
});

/** A server that answers each request when told. */
function slowServer() {
  const answers: ((songs: unknown[]) => void)[] = [];
  return { answers, queryFn: () => new Promise<unknown[]>((resolve) => void answers.push(resolve)) };
}

test("the first answer of a list that was under way shows the new song, or is asked for again", async () => {
  const client = new QueryClient();
  const { answers, queryFn } = slowServer();
  const stop = new QueryObserver(client, { queryKey: ["songs"], queryFn }).subscribe(() => {});
  replaceCached(client, song("a", "New"));
  // The server read it before the edit.
  answers[0]?.([song("a", "Old")]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(answers.length > 1 || client.getQueryData(["songs"])).not.toEqual([song("a", "Old")]);
  stop();
});

test("an answer for a list that no screen shows, as the rest of a list that plays, brings no deleted song back", async () => {
  const client = new QueryClient();
  const { answers, queryFn } = slowServer();
  client.setQueryData(["songs"], [song("a", "A"), song("b", "B")]);
  const read = client.fetchQuery({ queryKey: ["songs"], queryFn, staleTime: 0 });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  removeCached(client, "a");
  answers[0]?.([song("a", "A"), song("b", "B")]);
  await read.catch(() => {});
  await new Promise((resolve) => setTimeout(resolve));
  const { data, isInvalidated } = client.getQueryState<unknown[]>(["songs"]) ?? {};
  expect(isInvalidated || data?.length === 1).toBe(true);
});

test("an older edit does not replace a newer answer", async () => {
  const client = new QueryClient();
  const answers: ((s: unknown[]) => void)[] = [];
  const queryFn = () => new Promise<unknown[]>((r) => void answers.push(r));
  client.setQueryData(["songs"], [song("a", "v0")]);
  void client.fetchQuery({ queryKey: ["songs"], queryFn, staleTime: 0 }).catch(() => {});
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  replaceCached(client, song("a", "v1")); // no screen shows it
  const stop = new QueryObserver(client, { queryKey: ["songs"], queryFn }).subscribe(() => {}); // now one does
  replaceCached(client, song("a", "v2"));
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  for (let at = 1; at < 5; at++) {
    answers[at]?.([song("a", "v2")]); // the server's newest
    await new Promise((r) => setTimeout(r, 10));
  }
  expect(client.getQueryData(["songs"])).toEqual([song("a", "v2")]);
  stop();
});

test("a first request that is retried after the edit: another device's newer edit is asked for at least", async () => {
  const client = new QueryClient();
  let n = 0;
  const queryFn = async () => {
    n++;
    if (n === 1) {
      throw new Error("503");
    }
    return [song("a", "newer, of another device")];
  };
  const stop = new QueryObserver(client, { queryKey: ["songs"], queryFn, retry: 3, retryDelay: 50 }).subscribe(
    () => {},
  );
  await new Promise((r) => setTimeout(r, 10));
  replaceCached(client, song("a", "v1"));
  await new Promise((r) => setTimeout(r, 150));
  expect(client.getQueryData(["songs"])).toEqual([song("a", "newer, of another device")]);
  stop();
});

test("an answer under way that brings an older song to a list that is shown is changed, too", async () => {
  const client = new QueryClient();
  const answers: ((s: unknown[]) => void)[] = [];
  const queryFn = () => new Promise<unknown[]>((r) => void answers.push(r));
  client.setQueryData(["songs"], [song("b", "B")]);
  const stop = new QueryObserver(client, { queryKey: ["songs"], queryFn, staleTime: 0 }).subscribe(() => {});
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  replaceCached(client, song("a", "New"));
  answers[0]?.([song("a", "Old"), song("b", "B")]);
  await new Promise((r) => setTimeout(r, 20));
  expect(answers.length > 1 || client.getQueryData(["songs"])).not.toEqual([song("a", "Old"), song("b", "B")]);
  stop();
});

test("an edit while a stored list is being read leaves it as old as it is: it is asked for anew", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const db = openDatabase("ada");
  onTestFinished(() => db.delete());
  let ids = ["a", "b"];
  const request = vi.fn<() => Promise<string[]>>(async () => ids);
  const open = () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
    const options = persistedQuery({ db, key: ["x"], schema: v.array(v.string()), request });
    const observer = new QueryObserver(client, options);
    const stop = observer.subscribe(() => {});
    onTestFinished(() => {
      stop();
      client.clear();
    });
    return { client, observer, stop };
  };
  const first = open();
  await vi.waitFor(async () => expect(await db.queries.count()).toBe(1));
  first.stop();
  await db.queries.toCollection().modify((row) => {
    row.query.state.dataUpdatedAt -= 3 * 24 * 3_600_000;
  });
  request.mockClear();
  ids = ["a", "c"];
  const second = open();
  removeCached(second.client, "b");
  await vi.waitFor(() => expect(second.observer.getCurrentResult().data?.value).toEqual(["a", "c"]));
  expect(request).toHaveBeenCalledOnce();
});
