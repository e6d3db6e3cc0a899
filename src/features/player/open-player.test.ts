// @vitest-environment happy-dom
/** What the page says of songs that do not play. */
import { beforeEach, expect, test, vi } from "vitest";
import { snapshotOf } from "../../../tests/support/items.ts";
import { type Behaviour, createBench } from "../../../tests/support/fake-sounds.ts";
import type { App } from "../../app/app-context.ts";
import type { ToastMessage } from "../../ui/toaster.ts";
import { openPlayer } from "./open-player.ts";
import { addSongs, trackOf } from "./song-registry.ts";

let bench: ReturnType<typeof createBench>;

vi.mock(import("../../audio/create-engine.ts"), () => ({
  createEngine: (deps) => {
    // The page's own, but for what asks the browser and the server.
    const freshSource = async (songId: string) => deps.source(songId);
    bench = createBench({ ...deps, freshSource, supports: () => true });
    return bench.engine;
  },
}));

/** In the order in which a person sees them: one with the id of another takes its place. */
let toasts: ToastMessage[];
beforeEach(() => void (toasts = []));

function open(behaviours: Record<number, Behaviour>) {
  const show = (toast: ToastMessage) => void toasts.push(toast);
  const app = {
    account: () => undefined,
    config: { mediaUrl: (path: string) => path },
    online: { get: () => true, subscribe: () => () => {}, check() {} },
    toaster: { show },
  } as unknown as App; // what the player uses here
  const engine = openPlayer(app);
  const songs = [1, 2, 3, 4, 5].map((n) => snapshotOf(n, { title: `Tide ${n}` }));
  addSongs(app, songs);
  for (const [n, behaviour] of Object.entries(behaviours)) bench.behaviours.set(`/media/${n}`, behaviour);
  engine.play(songs.map(trackOf), 0);
  return engine;
}

const broken: Behaviour = { kind: "fails", fault: "decode" };

// 6.18
test("a broken song is named in one toast, and the next one plays", async () => {
  open({ 1: broken, 2: broken });
  await bench.clock.advance(5_000);
  expect(bench.sounding()).toEqual(["/media/3"]);
  expect(toasts.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
    "failure: Tide 1 is damaged and can't play",
    "failure: Tide 2 is damaged and can't play",
  ]);
  expect(new Set(toasts.map(({ id }) => id)).size).toBe(1);
  expect(toasts[0]?.id).toBeDefined();
});

// 6.18
test("after three in a row it stops, and that is the last word", async () => {
  const engine = open({ 1: broken, 2: broken, 3: broken });
  await bench.clock.advance(60_000);
  expect(bench.sounding()).toEqual([]);
  expect(engine.state()).toMatchObject({ status: "failed", track: null });
  expect(toasts).toHaveLength(4);
  expect(toasts.at(-1)).toMatchObject({ kind: "failure", text: "Stopped: three songs in a row didn't play" });
  expect(new Set(toasts.map(({ id }) => id)).size).toBe(1);
});

// 6.18
test("a device without sound output says so, and blames no song", async () => {
  open({ 1: { kind: "fails", fault: "output" } });
  await bench.clock.advance(5_000);
  expect(toasts.map(({ text }) => text)).toEqual(["This device has no sound output"]);
});
