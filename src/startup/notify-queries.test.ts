import { QueryClient } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { writeSession } from "../features/auth/session.ts";
import { closeStartGate } from "../lib/start-gate.ts";
import { notifyQueries } from "./notify-queries.ts";

const turn = () => new Promise((resolve) => setTimeout(resolve));

// 21.7
test("answers are told before the next paint; while a pressed song is on its way in a start, once it sounds", async () => {
  let begin = () => {};
  let sound: Promise<void> | undefined;
  onTestFinished(closeStartGate(() => sound));
  const tell = vi.fn<(what: string) => void>();
  notifyQueries(() => tell("before the press"));
  await Promise.resolve();
  expect(tell).toHaveBeenCalledExactlyOnceWith("before the press");
  sound = new Promise((resolve) => (begin = resolve));
  notifyQueries(() => tell("first"));
  notifyQueries(() => tell("second"));
  await turn();
  expect(tell).toHaveBeenCalledOnce();
  begin();
  await turn();
  notifyQueries(() => tell("third"));
  await turn();
  expect(tell.mock.calls.flat()).toEqual(["before the press", "first", "second", "third"]);
});

// 2.22
test("the end of a sign-in is told at once: its account closes behind it", async () => {
  onTestFinished(closeStartGate(() => new Promise(() => {})));
  const tell = vi.fn<() => void>();
  notifyQueries(tell);
  await turn();
  expect(tell).not.toHaveBeenCalled();
  writeSession(new QueryClient(), null);
  notifyQueries(tell);
  await turn();
  expect(tell).toHaveBeenCalledOnce();
});
