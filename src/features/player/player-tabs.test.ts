import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { snapshotOf } from "../../../tests/support/items.ts";
import type { App } from "../../app/app-context.ts";
import { createHub } from "../../../tests/support/channel-hub.ts";
import { createBench, openMs, tracksOf } from "../../../tests/support/fake-sounds.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Track } from "../../audio/player-state.ts";
import { createPlayer } from "./player.ts";
import { type Channel, createElsewhere, linkTabs } from "./player-tabs.ts";

function openTab(tab: string, channel: Channel) {
  const bench = createBench();
  const { engine, clock } = bench;
  const kept = {
    flush: vi.fn<() => Promise<boolean>>(async () => true),
    giveWay: vi.fn<() => void>(),
    takeStored: vi.fn<() => Promise<void>>(async () => engine.play(tracksOf("s"), 0)),
  };
  let title: string | undefined;
  let onRefreshed: (newer: readonly SongSnapshot[]) => void = () => {};
  const rename = (to: string) => {
    title = to;
    onRefreshed([]);
  };
  const player = {
    state: engine.state,
    subscribe: engine.subscribe,
    engine: () => engine,
    pause: () => engine.pause(),
    describe: (track: Track) => ({ ...track, title: title ?? track.title }),
    onRefreshed(listener: (newer: readonly SongSnapshot[]) => void) {
      onRefreshed = listener;
      return () => {};
    },
    beginChoice: vi.fn<() => () => boolean>(() => () => true),
  };
  const link = linkTabs({ tab, channel, player, kept, elsewhere: createElsewhere(), clock });
  return { ...bench, kept, link, player, rename, elsewhere: link.elsewhere.get };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

// 6.26
test("starting in one tab pauses the other, which shows what plays until it rests", async () => {
  const open = createHub();
  const [one, two] = [openTab("1", open()), openTab("2", open())];
  one.engine.play(tracksOf("ab"), 0);
  await one.clock.advance(openMs);
  expect(two.elsewhere()).toEqual({ tab: "1", title: "Song a", artist: "Artist" });
  one.engine.next();
  expect(two.elsewhere()?.title).toBe("Song b");
  two.engine.play(tracksOf("cd"), 0);
  await two.clock.advance(openMs);
  expect(one.engine.state().status).toBe("paused");
  expect(one.sounding()).toEqual([]);
  expect(one.kept.giveWay).toHaveBeenCalled();
  expect(one.elsewhere()?.title).toBe("Song c");
  expect(two.elsewhere()).toBeNull();
  two.engine.pause();
  expect(one.elsewhere()).toBeNull();
});

test("a song whose player still loads does not begin once another tab plays", async () => {
  const bench = createBench();
  let come = () => {};
  const coming = new Promise<typeof bench.engine>((resolve) => (come = () => resolve(bench.engine)));
  vi.stubGlobal("localStorage", { getItem: () => null });
  const toaster = { info() {}, failure() {} };
  const app = { queryClient: new QueryClient(), audio: () => coming, loadedAudio: () => undefined, toaster };
  const player = createPlayer(app as unknown as App); // the rest of the app is not asked
  const open = createHub();
  const kept = { flush: async () => true, giveWay() {}, takeStored: async () => {} };
  linkTabs({ tab: "1", channel: open(), player, kept, elsewhere: createElsewhere(), clock: bench.clock });
  const two = openTab("2", open());
  player.play([snapshotOf(1)], 0);
  two.engine.play(tracksOf("b"), 0);
  await two.clock.advance(openMs);
  come();
  await settled();
  await bench.clock.advance(openMs);
  expect(player.state().status).not.toBe("playing");
  expect(two.engine.state().status).toBe("playing");
  vi.unstubAllGlobals();
});

test("a new tab hears of what plays, and no more once that tab closes", async () => {
  const open = createHub();
  const one = openTab("1", open());
  one.engine.play(tracksOf("a"), 0);
  const two = openTab("2", open());
  expect(two.elsewhere()?.tab).toBe("1");
  expect(one.engine.state().status).toBe("loading");
  one.link.close();
  expect(two.elsewhere()).toBeNull();
});

test("the answer to a new tab does not stop what was started there meanwhile", async () => {
  const open = createHub();
  const other = open();
  const answers: unknown[] = [];
  other.addEventListener("message", ({ data }) => void answers.push(data));
  const two = openTab("2", open());
  two.engine.play(tracksOf("a"), 0);
  await two.clock.advance(openMs);
  other.postMessage({ kind: "plays", tab: "1", title: "Song b", artist: "Artist", isAnswer: true });
  expect(two.engine.state().status).toBe("playing");
  expect(two.elsewhere()).toBeNull();
  const pausing = vi.spyOn(two.player, "pause");
  two.engine.pause();
  // Nor what is still fetched to play.
  other.postMessage({ kind: "plays", tab: "1", title: "Song b", artist: "Artist", isAnswer: true });
  expect(two.elsewhere()?.title).toBe("Song b");
  expect(pausing).not.toHaveBeenCalled();
  two.engine.resume();
  expect(answers.slice(0, 2)).toMatchObject([{ kind: "who" }, { kind: "plays", tab: "2", isAnswer: false }]);
  openTab("3", open());
  expect(answers.at(-1)).toMatchObject({ kind: "plays", tab: "2", isAnswer: true });
});

test("taking over: the other tab pauses and stores first, then this one plays what is stored", async () => {
  const open = createHub();
  const [one, two] = [openTab("1", open()), openTab("2", open())];
  const third = openTab("3", open());
  one.engine.play(tracksOf("ab"), 0);
  await one.clock.advance(openMs);
  let stored = () => {};
  one.kept.flush.mockReturnValueOnce(new Promise((resolve) => (stored = () => resolve(true))));
  two.link.takeOver();
  two.link.takeOver();
  expect(two.player.beginChoice, "what is still fetched is no longer to play").toHaveBeenCalledTimes(1);
  expect(one.engine.state().status).toBe("paused");
  expect(two.kept.takeStored).not.toHaveBeenCalled();
  stored();
  await settled();
  expect(two.kept.takeStored).toHaveBeenCalledTimes(1);
  expect(third.kept.takeStored).not.toHaveBeenCalled();
  expect(one.elsewhere()).toMatchObject({ tab: "2", title: "Song s" });
  await two.clock.advance(2_000);
  expect(two.kept.takeStored, "not once more after the second").toHaveBeenCalledTimes(1);
});

// 6.29
test.each([
  [30, 12],
  ["end", undefined],
] as const)("taking over takes the sleep timer along: %s", async (set, left) => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  const open = createHub();
  const [one, two] = [openTab("1", open()), openTab("2", open())];
  one.engine.play(tracksOf("ab"), 0);
  await one.clock.advance(openMs);
  one.engine.setSleep(set);
  vi.advanceTimersByTime(18 * 60_000);
  // Somebody puts the clock right.
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  two.link.takeOver();
  await settled();
  expect(one.engine.state()).toMatchObject({ sleep: null, status: "paused" });
  expect(two.engine.state().sleep).toBe(set);
  expect(two.engine.sleepLeft()).toBe(left);
  await two.clock.advance(12 * 60_000 + 100);
  expect(two.engine.state()).toMatchObject({ sleep: null, status: "paused" });
  vi.useRealTimers();
});

// 6.26
test("a tab that does not answer is taken over after a second", async () => {
  const open = createHub();
  const silent = open();
  const two = openTab("2", open());
  silent.postMessage({ kind: "plays", tab: "1", title: "Song a", artist: "Artist" });
  two.link.takeOver();
  await two.clock.advance(900);
  expect(two.kept.takeStored).not.toHaveBeenCalled();
  await two.clock.advance(200);
  expect(two.kept.takeStored).toHaveBeenCalledTimes(1);
  expect(two.elsewhere()).toBeNull();
});

// 6.26
test("a tab that crashed while it played is forgotten a second after something changes here, which is stored", async () => {
  const open = createHub();
  const silent = open();
  const two = openTab("2", open());
  two.engine.playNext(tracksOf("ab"));
  silent.postMessage({ kind: "plays", tab: "1", title: "Song a", artist: "Artist" });
  await two.clock.advance(5_000);
  expect(two.elsewhere()?.tab).toBe("1");
  two.engine.addToQueue(tracksOf("c"));
  await two.clock.advance(900);
  expect(two.elsewhere()?.tab).toBe("1");
  expect(two.kept.flush).not.toHaveBeenCalled();
  await two.clock.advance(200);
  expect(two.elsewhere()).toBeNull();
  expect(two.kept.flush).toHaveBeenCalledTimes(1);
});

test("a tab that still plays says so when it is asked", async () => {
  const open = createHub();
  const [one, two] = [openTab("1", open()), openTab("2", open())];
  one.engine.play(tracksOf("a"), 0);
  await one.clock.advance(openMs);
  const given = two.kept.giveWay.mock.calls.length;
  two.engine.addToQueue(tracksOf("c"));
  await two.clock.advance(5_000);
  expect(two.elsewhere()?.title).toBe("Song a");
  expect(one.engine.state().status).toBe("playing");
  expect(two.kept.giveWay, "what changed here counts").toHaveBeenCalledTimes(given);
});

test("a tab that is shown again asks whether the other one still plays", async () => {
  const page = Object.assign(new EventTarget(), { hidden: true });
  vi.stubGlobal("document", page);
  const open = createHub();
  const silent = open();
  const two = openTab("2", open());
  silent.postMessage({ kind: "plays", tab: "1", title: "Song a", artist: "Artist" });
  page.dispatchEvent(new Event("visibilitychange"));
  await two.clock.advance(5_000);
  expect(two.elsewhere()?.tab).toBe("1");
  page.hidden = false;
  page.dispatchEvent(new Event("visibilitychange"));
  await two.clock.advance(1_100);
  expect(two.elsewhere()).toBeNull();
  vi.unstubAllGlobals();
});

test("what another version says is nobody's matter", () => {
  const open = createHub();
  const two = openTab("2", open());
  two.engine.play(tracksOf("a"), 0);
  open().postMessage({ kind: "plays", tab: 4 });
  expect(two.elsewhere()).toBeNull();
  expect(two.engine.state().status).toBe("loading");
});

// 6.26, 17.17
test("a tab that cannot store its player plays on, with its sleep timer", async () => {
  const open = createHub();
  const [one, two] = [openTab("1", open()), openTab("2", open())];
  one.engine.play(tracksOf("ab"), 0);
  await one.clock.advance(openMs);
  one.engine.setSleep(30);
  one.kept.flush.mockResolvedValueOnce(false);
  two.link.takeOver();
  await settled();
  await one.clock.advance(openMs);
  await two.clock.advance(2_000);
  expect([one.sounding(), two.sounding()]).toEqual([["a"], []]);
  expect(one.engine.state().sleep).toBe(30);
  expect(two.elsewhere()?.title).toBe("Song a");
  expect(two.kept.takeStored).not.toHaveBeenCalled();
});

// 6.29
test("the sleep timer comes along also from a tab that takes more than a second to store", async () => {
  const open = createHub();
  const [one, two] = [openTab("1", open()), openTab("2", open())];
  one.engine.play(tracksOf("ab"), 0);
  await one.clock.advance(openMs);
  one.engine.setSleep(30);
  let stored: (isStored: boolean) => void = () => {};
  one.kept.flush.mockReturnValueOnce(new Promise((resolve) => (stored = resolve)));
  two.link.takeOver();
  await two.clock.advance(1_100);
  expect(two.engine.state().status).toBe("playing");
  stored(true);
  await vi.waitFor(() => expect(two.engine.state().sleep).toBe(30));
  expect(one.engine.state().sleep).toBeNull();
});

// 6.26
test.each([
  ["the next song of the tab that plays does not cancel", true],
  ["a press in the tab that plays cancels", false],
])("%s what is fetched here to play", async (_, isNext) => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  const hub = createHub();
  const tabs = ["1", "2"].map((tab) => {
    const bench = createBench();
    const app = { queryClient: new QueryClient(), audio: async () => bench.engine, loadedAudio: () => bench.engine };
    const player = createPlayer(app as unknown as App); // the rest of the app is not asked
    player.prefetch();
    const kept = { flush: async () => true, giveWay() {}, takeStored: async () => {} };
    const link = linkTabs({ tab, channel: hub(), player, kept, elsewhere: createElsewhere(), clock: bench.clock });
    return { ...bench, player, link };
  });
  await new Promise((resolve) => setTimeout(resolve));
  const [one, two] = tabs as [(typeof tabs)[0], (typeof tabs)[0]];
  one.engine.play(tracksOf("ab"), 0);
  await one.clock.advance(openMs);
  expect(two.link.elsewhere.get()?.title).toBe("Song a");
  const isStillToPlay = two.player.beginChoice();
  if (isNext) await one.clock.advance(60_000 + openMs);
  else one.engine.next();
  await one.clock.advance(openMs);
  expect(two.link.elsewhere.get()?.title).toBe("Song b");
  expect(isStillToPlay()).toBe(isNext);
  vi.unstubAllGlobals();
});

// 6.36
test("the other tab is told of a new title, and what was pressed there is still to play", async () => {
  const open = createHub();
  const [one, two] = [openTab("1", open()), openTab("2", open())];
  one.engine.play(tracksOf("ab"), 0);
  await one.clock.advance(openMs);
  const pause = vi.spyOn(two.player, "pause");
  one.rename("Song a, live");
  expect(two.elsewhere()?.title).toBe("Song a, live");
  expect(pause).not.toHaveBeenCalled();
  // What was changed there since may be stored once this one rests.
  expect(two.kept.giveWay).toHaveBeenCalledTimes(1);
});

// 6.26
test("a next song that crosses a start pauses nothing: the other tab pauses for that start", async () => {
  const open = createHub();
  const other = open();
  const { engine, clock, elsewhere } = openTab("2", open());
  const plays = { kind: "plays", tab: "1", artist: "Artist" };
  other.postMessage({ ...plays, title: "A" });
  engine.play(tracksOf("c"), 0);
  other.postMessage({ ...plays, title: "B", isNext: true });
  await clock.advance(openMs);
  expect(engine.state().status).toBe("playing");
  expect(elsewhere()).toBeNull();
});

// 6.26
test("a press that changed nothing makes no press of the next song", async () => {
  const open = createHub();
  const messages: unknown[] = [];
  open().addEventListener("message", ({ data }) => messages.push(data));
  const { engine, clock, unsupported } = openTab("1", open());
  unsupported.add("u");
  engine.play(tracksOf("ab"), 0);
  await clock.advance(openMs);
  engine.play(tracksOf("u"), 0);
  await clock.advance(60_000 + openMs);
  expect(messages.at(-1)).toMatchObject({ kind: "plays", title: "Song b", isNext: true });
});
