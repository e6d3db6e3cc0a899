import { describe, expect, test } from "vitest";
import { type Operation } from "../outbox-operations.ts";
import { isPending, overlayIds, type OverlayRow, shownFollowers } from "./overlay.ts";

const row = (operation: Operation, state: Partial<OverlayRow> = {}): OverlayRow => ({
  operation,
  state: "waiting",
  ...state,
});
const like = (songId: string, liked: boolean, state?: Partial<OverlayRow>) =>
  row({ kind: "like", songId, liked }, state);
const order = (base: string[], orderedList: string[], moved: string[], state = {}) =>
  row({ kind: "order", list: "favourites", base, orderedList, moved }, state);
const heard = (value: string[], seen = 0, begun = seen + 1) => ({ value, seen, begun });
const favourites = (value: string[], rows: OverlayRow[], seen = 0) =>
  overlayIds("favourites", heard(value, seen), rows);

describe("members", () => {
  // 4.5, 4.6, 4.8, 7.18
  test("a new like comes first, an unlike leaves, the rest keeps its order", () => {
    const rows = [like("d", true), like("b", false), like("e", true)];
    expect(favourites(["a", "b", "c"], rows)).toEqual(["e", "d", "a", "c"]);
  });

  test("however a song is liked and unliked, it is as if each edit changed the whole list in turn", () => {
    const edits = (seed: number) => Array.from({ length: 8 }, (_, at) => ((seed >> (at * 3)) % 7) + at);
    for (let seed = 0; seed < 500; seed += 1) {
      let expected = ["a", "b", "c"];
      const rows = edits(seed * 7_919).map((edit) => {
        const [id, liked] = ["abcde"[edit % 5] ?? "", edit % 2 === 0];
        if (!liked) expected = expected.filter((one) => one !== id);
        else if (!expected.includes(id)) expected = [id, ...expected];
        return like(id, liked);
      });
      expect(favourites(["a", "b", "c"], rows), `seed ${seed}`).toEqual(expected);
    }
  });

  // 4.5, 4.6
  test("a like of a song that the answer holds already changes nothing", () => {
    expect(favourites(["a", "b"], [like("b", true)])).toEqual(["a", "b"]);
  });

  test("later intents win over earlier ones", () => {
    expect(favourites(["a"], [like("a", false, { state: "sent" }), like("a", true)])).toEqual(["a"]);
  });

  test("an acknowledged row is applied over answers whose request began before it, and over no other", () => {
    const acked = like("b", true, { state: "acked", ackSeq: 5 });
    expect(isPending(acked, 4)).toBe(true);
    expect(isPending(acked, 5)).toBe(false);
    expect(favourites(["a"], [acked], 4)).toEqual(["b", "a"]);
    expect(favourites(["a"], [acked], 5)).toEqual(["a"]);
  });

  test("what was confirmed stands below what waits, as on the server", () => {
    const rows = [like("a", true, { state: "sent" }), like("b", true, { state: "acked", ackSeq: 1 })];
    expect(favourites([], rows)).toEqual(["a", "b"]);
  });

  test("is the same list while nothing of it changes: a change that is sent and confirmed shows as before", () => {
    const answer = heard(["a", "b"]);
    const shown = (...rows: OverlayRow[]) => overlayIds("favourites", answer, rows);
    const before = shown(like("c", true), like("b", false));
    const sent = like("c", true, { state: "sent", sentAfter: 1 });
    const acked = like("c", true, { state: "acked", ackSeq: 1 });
    expect(shown(sent, like("b", false))).toBe(before);
    expect(shown(acked, like("b", false))).toBe(before);
    // Of another list.
    const follow = row({ kind: "follow-user", userId: "x", followed: true });
    expect(shown(acked, like("b", false), follow)).toBe(before);

    expect(shown(like("c", false), like("b", false))).toEqual(["a"]);
    expect(shown(acked)).toEqual(["c", "a", "b"]);
    expect(shown(like("d", true), like("b", false))).toEqual(["d", "a"]);
    expect(shown(order(["a", "b"], ["b", "a"], ["b"]))).toEqual(["b", "a"]);
    expect(shown(order(["a", "b"], ["a", "b"], ["b"]))).toEqual(["a", "b"]);
  });

  test("a row that needs attention no longer shows", () => {
    expect(favourites(["a"], [like("b", true, { state: "attention" })])).toEqual(["a"]);
  });

  // 5.2, 7.18
  test("songs come last into a playlist, and only into theirs; people and playlists come first", () => {
    const rows = [
      row({ kind: "playlist-song", playlistId: "p", songId: "x", added: true }),
      row({ kind: "playlist-song", playlistId: "q", songId: "y", added: true }),
      row({ kind: "playlist-song", playlistId: "p", songId: "a", added: false }),
      row({ kind: "follow-user", userId: "x", followed: true }),
      row({ kind: "follow-playlist", playlistId: "x", followed: true }),
      row({ kind: "play", songId: "x", playedAt: "2026-11-21T12:00:00.000Z" }),
    ];
    expect(overlayIds("playlist:p", heard(["a", "b"]), rows)).toEqual(["b", "x"]);
    expect(overlayIds("followed-people", heard(["a"]), rows)).toEqual(["x", "a"]);
    expect(overlayIds("followed-playlists", heard(["a"]), rows)).toEqual(["x", "a"]);
    expect(overlayIds("favourites", undefined, rows)).toEqual([]);
  });
});

describe("orders", () => {
  test("like, move and like again stand as they were done", () => {
    const rows = [like("n", true), order(["n", "a", "b"], ["a", "n", "b"], ["n"]), like("m", true), like("b", false)];
    expect(favourites(["a", "b"], rows)).toEqual(["m", "a", "n"]);
  });

  const moved = (state: Partial<OverlayRow>) => order(["a", "b", "c"], ["c", "a", "b"], ["c"], state);

  // 7.6
  test("a confirmed order shows the server's list, not a second merge", () => {
    const acked = moved({ state: "acked", ackSeq: 1, sentAfter: 1, answer: ["b", "c", "a"] });
    expect(favourites(["a", "b", "c"], [acked])).toEqual(["b", "c", "a"]);
    expect(favourites(["a", "b", "c"], [acked], 1)).toEqual(["a", "b", "c"]);
  });

  test("the server's list neither adds nor takes", () => {
    const acked = moved({ state: "acked", ackSeq: 1, sentAfter: 1, answer: ["c", "x", "b", "a"] });
    expect(favourites(["d", "a", "b", "c"], [acked])).toEqual(["d", "c", "b", "a"]);
  });

  test("an answer asked for after the order went out may be newer than what came back to it", () => {
    const acked = moved({ state: "acked", ackSeq: 1, sentAfter: 1, answer: ["c", "a", "b"] });
    const later = { value: ["c", "b", "a"], seen: 0, begun: 2 };
    const before = overlayIds("favourites", later, [moved({ state: "sent", sentAfter: 1 })]);
    expect(overlayIds("favourites", later, [acked])).toEqual(before);
  });
});

// 17.48
test("a number of followers agrees with what is shown of the viewer", () => {
  expect(shownFollowers(3, { counted: false, follows: true })).toBe(4);
  expect(shownFollowers(3, { counted: true, follows: true })).toBe(3);
  expect(shownFollowers(3, { counted: true, follows: false })).toBe(2);
  expect(shownFollowers(0, { counted: true, follows: false })).toBe(0);
});
