import { expect, test, vi } from "vitest";
import { createKinds } from "./playable-kinds.ts";

test("the browser is asked once per kind, by container and codec", () => {
  const ask = vi.fn<(kind: string) => CanPlayTypeResult>((kind) => (kind.includes("vorbis") ? "" : "maybe"));
  const plays = createKinds(ask);
  expect(plays("audio/ogg")).toBe(false);
  expect(plays("audio/ogg")).toBe(false);
  expect(plays("audio/ogg; codecs=opus")).toBe(true);
  expect(plays("audio/mp4")).toBe(true);
  expect(plays("audio/mpeg")).toBe(true);
  expect(ask.mock.calls.map(([kind]) => kind)).toEqual([
    'audio/ogg; codecs="vorbis"',
    "audio/ogg; codecs=opus",
    'audio/mp4; codecs="mp4a.40.2"',
    "audio/mpeg",
  ]);
});

test("what is not known is tried", () => {
  const plays = createKinds(() => "");
  expect([plays(undefined), plays("")]).toEqual([true, true]);
});
