import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
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
