/** What a history is made of: steps of all kinds, or such as make the turns of queued changes matter. */
import fc from "fast-check";
import { orderSaveMs } from "../../../contract/rules/limits.ts";
import { senders } from "./device.ts";
import type { Step } from "./history.ts";
import { fates } from "./fake-network.ts";

const device = fc.nat({ max: 1 });
/** Often the same one: most of what can go wrong takes several changes of one song. */
const song = fc.oneof(fc.constant(0), fc.nat({ max: 3 }));
const anySong = fc.nat({ max: 5 });
const which = fc.nat({ max: 1 });
const place = fc.nat({ max: 3 });
const on = fc.boolean();
const kind = <K extends string>(name: K) => fc.constant(name);

const drain = (fate: fc.Arbitrary<(typeof fates)[number]>) => ({
  kind: kind("drain"),
  fates: fc.array(fate, { maxLength: 4 }),
  by: fc.constantFrom(...senders),
  locks: fc.boolean(),
  stuck: fc.constantFrom("reload" as const, "switch" as const),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind("like"), device, song, on }) },
  { weight: 3, arbitrary: fc.record({ kind: kind("playlist-song"), device, song, on }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: kind("move"), device, list: place, from: place, to: place }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind("follow-user"), device, which, on }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("follow-playlist"), device, which, on }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("play"), device, song }) },
  { weight: 6, arbitrary: fc.record({ device, ...drain(fc.constantFrom(...fates, "late")) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: kind("ask"), device, tab: which, list: fc.nat({ max: 5 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: kind("land"), device, tab: which }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("reload"), device }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("switch") }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind("take-away"),
      what: fc.constantFrom("delete-song", "hide-song", "hide-playlist"),
      index: song,
    }),
  },
  // Up to forty years, either way: no clock decides anything.
  {
    weight: 3,
    arbitrary: fc.record({
      kind: kind("wait"),
      ms: fc.oneof({ weight: 5, arbitrary: fc.nat(400_000) }, fc.constantFrom(-1.26e12, 1.26e12)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind("late") }) },
);

/** Changes of one list: what joins, what leaves, and where the list has an order, drops. */
const changesOf = {
  favourites: fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: kind("like"), song: anySong, on }) },
    { weight: 2, arbitrary: moveIn(0) },
  ),
  playlist: fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: kind("playlist-song"), song: anySong, on }) },
    { weight: 2, arbitrary: moveIn(3) },
  ),
  people: fc.record({ kind: kind("follow-user"), which, on }),
  playlists: fc.record({ kind: kind("follow-playlist"), which, on }),
};

/** @param list its number among those that have an order */
function moveIn(list: number) {
  return fc.record({ kind: kind("move"), list: fc.constant(list), from: place, to: place });
}

/**
 * Changes of one list, most of them waiting together, so that many have something before them that was put off, cut
 * off, not due yet or handed out already.
 */
const burstOn = (device: number): fc.Arbitrary<Step[]> =>
  fc
    .constantFrom(...(Object.keys(changesOf) as (keyof typeof changesOf)[])) // the keys of the table above
    .chain((list) =>
      fc.array(fc.oneof({ weight: 8, arbitrary: changesOf[list] }, ...pauses), {
        minLength: 4,
        maxLength: 12,
        size: "max",
      }),
    )
    .map((steps) => steps.map((one) => (one.kind === "wait" ? one : { ...one, device })));

const pauses = [
  {
    weight: 3,
    arbitrary: fc.record(drain(fc.constantFrom("ok", "ok", "ok", "busy", "cut", "lost", "hang"))),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind("wait"),
      ms: fc.constantFrom(orderSaveMs - 1, orderSaveMs, 10_000),
    }),
  },
];

/** On one device, which is then to show and to send what was wanted last; now and then something else in between. */
export const historiesInTurn: fc.Arbitrary<Step[]> = device.chain((one) =>
  fc
    .array(fc.oneof({ weight: 4, arbitrary: burstOn(one) }, { weight: 1, arbitrary: step.map((other) => [other]) }), {
      minLength: 1,
      maxLength: 6,
      size: "max",
    })
    .map((parts) => parts.flat()),
);

export const histories = fc.oneof(fc.array(step, { maxLength: 30, size: "max" }), historiesInTurn);

const field = fc.constantFrom("title" as const, "description" as const);
const text = fc.nat({ max: 9 });

/** Playlists that are created, filled, ordered, renamed and deleted on a device; most of it before the server hears of them. */
const playlistStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: kind("create-playlist"), device }) },
  { weight: 4, arbitrary: fc.record({ kind: kind("edit-playlist"), device, which, field, text }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("delete-playlist"), device, which }) },
  { weight: 6, arbitrary: fc.record({ kind: kind("playlist-song"), device, song: anySong, on, which }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: kind("move"), device, list: fc.nat({ max: 6 }), from: place, to: place }),
  },
  { weight: 5, arbitrary: fc.record({ device, ...drain(fc.constantFrom(...fates, "ok")) }) },
  { weight: 3, arbitrary: step },
);

export const historiesOfPlaylists = fc.array(playlistStep, { minLength: 4, maxLength: 30, size: "max" });

export const allHistories = fc.oneof(
  { weight: 2, arbitrary: histories },
  { weight: 1, arbitrary: historiesOfPlaylists },
);
