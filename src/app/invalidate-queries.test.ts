/** A change during a request (specification 17.57). */
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { invalidateQueries } from "./invalidate-queries.ts";

function prepare() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } });
  const requests: { answer: (value: string[]) => void; fail: (error: Error) => void }[] = [];
  const queryFn = () => new Promise<string[]>((answer, fail) => requests.push({ answer, fail }));
  const query = { queryKey: ["favourites", "ada"], queryFn };
  const invalidate = () => invalidateQueries(client, [["favourites", "ada"], ["me"]]);
  return { client, requests, invalidate, query };
}

function followList() {
  const { client, requests, invalidate, query } = prepare();
  const observer = new QueryObserver<string[]>(client, query);
  observer.subscribe(() => {});
  return { requests, invalidate, shown: () => observer.getCurrentResult() };
}

test("a list that is on its way for the first time is asked for once more", async () => {
  const { requests, invalidate, shown } = followList();
  invalidate();
  requests[0]?.answer(["old"]);
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.answer(["new", "old"]);
  await expect.poll(() => shown().data).toEqual(["new", "old"]);
  expect(shown().fetchStatus).toBe("idle");
  expect(requests).toHaveLength(2);
});

test("one that is there is asked for at once, also while it is on its way", async () => {
  const { requests, invalidate, shown } = followList();
  requests[0]?.answer(["old"]);
  await expect.poll(() => shown().fetchStatus).toBe("idle");
  invalidate();
  invalidate();
  expect(requests).toHaveLength(3);
  requests[1]?.answer(["old"]);
  requests[2]?.answer(["new", "old"]);
  await expect.poll(() => shown().data).toEqual(["new", "old"]);
  await expect.poll(() => shown().fetchStatus).toBe("idle");
  expect(requests).toHaveLength(3);
});

test("one whose first request fails is not asked for again at once", async () => {
  const { requests, invalidate, shown } = followList();
  invalidate();
  requests[0]?.fail(new Error("offline"));
  await expect.poll(() => shown().status).toBe("error");
  expect([shown().fetchStatus, requests.length]).toEqual(["idle", 1]);
});

test("one that is fetched ahead of its screen is asked for again by the screen", async () => {
  const { client, requests, invalidate, query } = prepare();
  const fetched = client.prefetchQuery(query);
  invalidate();
  requests[0]?.answer(["old"]);
  await fetched;
  await expect.poll(() => client.getQueryState(query.queryKey)?.isInvalidated).toBe(true);
  expect(requests).toHaveLength(1);
  const screen = new QueryObserver<string[]>(client, query);
  screen.subscribe(() => {});
  requests[1]?.answer(["new", "old"]);
  await expect.poll(() => screen.getCurrentResult().data).toEqual(["new", "old"]);
});
