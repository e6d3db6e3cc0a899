import { expect, test } from "vitest";
import { isPending, overlayFavourites, type OverlayRow } from "./overlay.ts";

const like = (songId: string, liked: boolean, row: Partial<OverlayRow> = {}): OverlayRow => ({
  operation: { kind: "like", songId, liked },
  state: "waiting",
  ...row,
});

test("a new like comes first, an unlike leaves, the rest keeps its order", () => {
  expect(overlayFavourites(["a", "b", "c"], 0, [like("d", true), like("b", false)])).toEqual([
    "d",
    "a",
    "c",
  ]);
});

test("a like of a song that the answer holds already changes nothing", () => {
  expect(overlayFavourites(["a", "b"], 0, [like("b", true)])).toEqual(["a", "b"]);
});

test("later intents win over earlier ones", () => {
  expect(
    overlayFavourites(["a"], 0, [like("a", false, { state: "sent" }), like("a", true)]),
  ).toEqual(["a"]);
});

test("an acknowledged row is applied over answers whose request began before it, and over no other", () => {
  const acked = like("b", true, { state: "acked", ackSeq: 5 });
  expect(isPending(acked, 4)).toBe(true);
  expect(isPending(acked, 5)).toBe(false);
  expect(overlayFavourites(["a"], 4, [acked])).toEqual(["b", "a"]);
  expect(overlayFavourites(["a"], 5, [acked])).toEqual(["a"]);
});

test("a row that needs attention no longer shows", () => {
  expect(overlayFavourites(["a"], 0, [like("b", true, { state: "attention" })])).toEqual(["a"]);
});
