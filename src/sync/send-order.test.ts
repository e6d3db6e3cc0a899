import { expect, onTestFinished, test } from "vitest";
import type { Operation } from "../../contract/outbox-operations.ts";
import { openDatabase } from "../db/database.ts";
import { enqueue } from "../db/outbox-enqueue.ts";
import { type ParsedRow, unsentAfter } from "../db/outbox-table.ts";
import { inTurn, waitingOf } from "./send-order.ts";

const playlistId = "01890a5d-ac96-774b-bcce-b302099a8010";
const edit = (playlist: object): Operation => ({ kind: "edit-playlist", playlistId, playlist });
const put = (added: boolean): Operation => ({
  kind: "playlist-song",
  playlistId,
  songId: "01890a5d-ac96-774b-bcce-b302099a8011",
  added,
});

/** Which of these changes, in the order they were made, may be sent at once. */
function sentAtOnce(...operations: Operation[]): number[] {
  const rows = operations.map((operation, seq) =>
    waitingOf({ seq, target: JSON.stringify(operation), notBefore: 0, state: "waiting", operation } as ParsedRow),
  );
  return [...inTurn(rows, () => true)].map(({ seq }) => seq);
}

// 17.47, 5.4, 5.5
test("whether a playlist is public, and what goes into it, reach the server in the order in which they were wanted", () => {
  expect(sentAtOnce(put(false), edit({ private: false })), "taken out, then published").toEqual([0]);
  expect(sentAtOnce(edit({ private: true }), put(true)), "hidden, then filled").toEqual([0]);
  expect(sentAtOnce(edit({ title: "Coast" }), put(true)), "another edit holds up nothing").toEqual([0, 1]);
  expect(sentAtOnce(put(true), edit({ title: "Coast" }))).toEqual([0, 1]);
});

// 17.47
test("a private song goes into a playlist once that is private, also where it was renamed after that", async () => {
  const db = openDatabase(crypto.randomUUID());
  onTestFinished(() => db.delete());
  await enqueue(db, edit({ private: true }));
  await enqueue(db, put(true));
  await enqueue(db, edit({ title: "Coast" }));
  const rows = (await unsentAfter(db, 0)).map(waitingOf);
  expect(rows.map(({ kind, setsPrivate }) => [kind, setsPrivate])).toEqual([
    ["edit-playlist", true],
    ["playlist-song", false],
    ["edit-playlist", false],
  ]);
  expect([...inTurn(rows, () => true)].map(({ seq }) => seq)).toEqual([rows[0]?.seq]);
});
