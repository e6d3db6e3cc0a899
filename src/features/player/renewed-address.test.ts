// @vitest-environment happy-dom
/** The addresses of songs that were renewed after the known ones failed (specification 17.13). */
import { expect, test, vi } from "vitest";
import { createBench } from "../../../tests/support/fake-sounds.ts";
import { snapshotOf } from "../../../tests/support/items.ts";
import type { App } from "../../app/app-context.ts";
import { openPlayer } from "./open-player.ts";
import { registerSongs, trackOf } from "./song-registry.ts";

let bench: ReturnType<typeof createBench>;

vi.mock(import("../../audio/create-engine.ts"), () => ({
  createEngine: (deps) => (bench = createBench({ ...deps, supports: () => true })).engine,
}));

test("count for their account, and only until its lists know newer ones", async () => {
  let uid = "ada";
  const renewed = () => snapshotOf(1, { url: `/media/1?uid=${uid}&exp=2` });
  const app = {
    account: () => ({ uid, downloads: { get: () => undefined } }),
    config: { mediaUrl: (path: string) => path },
    online: { get: () => true, subscribe: () => () => {}, check() {} },
    toaster: { show() {} },
    api: { call: async () => ({ data: [renewed()] }) },
  } as unknown as App; // what the player uses here
  const engine = openPlayer(app);
  const play = async (exp: number) => {
    const song = snapshotOf(1, { url: `/media/1?uid=${uid}&exp=${exp}` });
    registerSongs(app, [song]);
    engine.stop();
    engine.play([trackOf(song)], 0);
    await bench.clock.advance(5_000);
    return bench.sounding();
  };
  bench.behaviours.set("/media/1?uid=ada&exp=1", { kind: "fails", fault: "source" });
  expect(await play(1)).toEqual(["/media/1?uid=ada&exp=2"]);
  expect(await play(1)).toEqual(["/media/1?uid=ada&exp=2"]);
  expect(await play(3)).toEqual(["/media/1?uid=ada&exp=3"]);
  await play(1);
  uid = "bob";
  expect(await play(3)).toEqual(["/media/1?uid=bob&exp=3"]);
});
