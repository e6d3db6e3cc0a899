import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { likeSong } from "../../contract/songs.ts";
import { createApi } from "../api/api-client.ts";
import { unreachable } from "../api/api-error.ts";
import { createProbe } from "../api/probe-server.ts";
import { createOnline } from "./online-state.ts";

let probes: number;
let reachable: boolean;
beforeEach(() => {
  vi.useFakeTimers();
  probes = 0;
  reachable = false;
});
afterEach(() => vi.useRealTimers());

const open = (startsOnline = true) =>
  createOnline(async () => {
    probes += 1;
    if (!reachable) throw new Error("unreachable");
  }, startsOnline);

test("many calls that fail at once cost no waiting: the server is looked for after 3 s", async () => {
  const online = open();
  for (let index = 0; index < 8; index += 1) online.report(false);
  reachable = true;
  await vi.advanceTimersByTimeAsync(3_100);
  expect(online.get()).toBe(true);
});

test("calls that go on failing do not put the look off", async () => {
  const online = open();
  for (let second = 0; second < 10; second += 1) {
    online.report(false);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(probes).toBeGreaterThanOrEqual(2);
  online.close();
});

test("looks grow apart to 30 s, and end with the first that succeeds", async () => {
  const online = open(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(probes).toBe(1);
  await vi.advanceTimersByTimeAsync(3_000 + 6_000 + 12_000 + 24_000);
  expect(probes).toBe(5);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(probes).toBe(6);
  reachable = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(online.get()).toBe(true);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(probes).toBe(7);
});

test("listeners hear of changes only, and nothing runs after the end", async () => {
  const online = open();
  const heard: boolean[] = [];
  online.subscribe(() => heard.push(online.get()));
  for (const reached of [false, false, true, true]) online.report(reached);
  expect(heard).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(6_000);
  online.report(false);
  expect(heard).toEqual([false, true, false]);
  online.close();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(probes).toBe(0);
});

// 17.3
test("a call that fails beside others that reach the server proves nothing: a probe decides", async () => {
  const online = open();
  const heard: boolean[] = [];
  online.subscribe(() => heard.push(online.get()));
  reachable = true;
  for (let call = 0; call < 5; call += 1) {
    online.report(true);
    online.report(false);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(heard).toEqual([]);
  expect(probes).toBe(5);
  reachable = false;
  online.report(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(heard).toEqual([false]);
  online.close();
});

/** Probes of a line on which an answer takes so long; they give up when their time is over. */
const openSlow = (answerMs: number) =>
  createOnline(
    (timeoutMs) =>
      new Promise<void>((resolve, reject) => {
        probes += 1;
        if (answerMs < Infinity) setTimeout(resolve, answerMs);
        setTimeout(() => reject(new Error("timeout")), timeoutMs);
      }),
    true,
  );

test("a line that hangs from the start shows within 10 s, before any call has given up", async () => {
  const online = openSlow(Infinity);
  await vi.advanceTimersByTimeAsync(9_500);
  expect(online.get()).toBe(false);
  online.close();
});

test("a network that comes or goes during a probe is looked at after it", async () => {
  const answers: ((reached: boolean) => void)[] = [];
  const probe = () =>
    new Promise<void>((resolve, reject) => {
      answers.push((reached) => (reached ? resolve() : reject(new Error("unreachable"))));
    });
  const online = createOnline(probe, false);
  // The network is back, which the probe on its way does not know.
  online.check();
  online.check();
  answers[0]?.(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(2);
  answers[1]?.(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(online.get()).toBe(true);
  online.check();
  online.check();
  answers[2]?.(true);
  await vi.advanceTimersByTimeAsync(0);
  answers[3]?.(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(online.get()).toBe(false);
  expect(answers).toHaveLength(4);
  online.close();
});

test("a start whose calls are answered costs no probe", async () => {
  const online = open();
  await vi.advanceTimersByTimeAsync(3_500);
  online.report(true);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(probes).toBe(0);
});

test("an answer from just before the line went hides the loss for one more probe only", async () => {
  const online = open();
  online.check();
  online.report(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(online.get()).toBe(true);
  // What else arrived before is no news either.
  online.report(true);
  await vi.advanceTimersByTimeAsync(3_100);
  expect(online.get()).toBe(false);
  online.close();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(probes).toBe(2);
});

test("a slow line is online: a call's answer outweighs a probe that was given up, and probes of later wait longer", async () => {
  const online = openSlow(8_000);
  const heard: boolean[] = [];
  online.subscribe(() => heard.push(online.get()));
  await vi.advanceTimersByTimeAsync(6_000);
  online.report(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(heard).toEqual([]);
  online.report(false);
  await vi.advanceTimersByTimeAsync(3_000 + 8_500);
  expect(heard).toEqual([false, true]);
});

test("a token that has run out behind a captive portal: the call that needs it shows that the server is away", async () => {
  const id = "0198f000-0000-7000-8000-000000000001";
  const refuse = () => Promise.reject(unreachable());
  const calls = {
    bases: () => ({ api: "http://x/api", statistics: "http://x/statistics" }),
    caller: () => "somebody",
    token: refuse,
    fetch: async () => new Response("<title>Hotel</title>", { headers: { "content-type": "text/html" } }),
  };
  const online = createOnline(createProbe({ ...calls, refresh: refuse }), true);
  const api = createApi({ ...calls, onContact: online.report, onDoubt: online.check });
  await expect(api.call(likeSong, { params: { id }, body: {} })).rejects.toMatchObject({ code: "network" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(online.get()).toBe(false);
  online.close();
});
