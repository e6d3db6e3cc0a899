/** Specification 6.25. */
import Dexie from "dexie";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AccountDatabase, openDatabase } from "./database.ts";
import { clearPlayer, readPlayer, refreshStoredSongs, writePlayer } from "./player-rows.ts";

let db: AccountDatabase;
beforeEach(() => void (db = openDatabase(crypto.randomUUID())));
afterEach(async () => {
  db.close();
  await Dexie.delete(db.name);
});

const chunk = (number: number, ...songs: unknown[]) => ({ chunk: number, songs });
const read = () => readPlayer(db, (songs) => songs);

test("a change writes its part, and leaves the rest as it is", async () => {
  expect(await read()).toBeUndefined();
  const chunks = [chunk(0, "a"), chunk(1, "b"), chunk(2, "c")];
  await writePlayer(db, { queue: "q", place: 1, songs: { isWhole: false, chunks, emptied: [] } });
  await writePlayer(db, { place: 2 });
  await writePlayer(db, { queue: "r", songs: { isWhole: false, chunks: [chunk(1, "d")], emptied: [0] } });
  const songs = new Map([
    [1, ["d"]],
    [2, ["c"]],
  ]);
  expect(await read()).toEqual({ queue: "r", place: 2, songs });
  expect((await readPlayer(db, String, () => 2))?.songs).toEqual(new Map([[2, "c"]]));
  expect((await readPlayer(db, String, () => undefined))?.songs).toEqual(new Map());
  await writePlayer(db, { queue: "s", songs: { isWhole: true, chunks: [chunk(0, "e")], emptied: [] } });
  expect((await read())?.songs).toEqual(new Map([[0, ["e"]]]));
  await clearPlayer(db);
  expect([await read(), await db.playerSongs.count()]).toEqual([undefined, 0]);
});

test("a change that cannot be written whole is not written at all", async () => {
  await writePlayer(db, { queue: "q", songs: { isWhole: true, chunks: [chunk(0, "a")], emptied: [] } });
  const broken = [chunk(0, "b"), chunk(1, () => {})];
  await expect(writePlayer(db, { queue: "r", songs: { isWhole: true, chunks: broken, emptied: [] } })).rejects.toThrow(
    "could not be cloned",
  );
  expect(await read()).toEqual({ queue: "q", songs: new Map([[0, ["a"]]]) });
});

// 6.36
test("a song that was edited is stored so, whichever queue it is of, and nothing else is written", async () => {
  const [one, two] = [
    { _id: "1", title: "One" },
    { _id: "2", title: "Two" },
  ];
  await writePlayer(db, {
    queue: "q",
    songs: { isWhole: true, chunks: [chunk(0, one, null), chunk(3, two)], emptied: [] },
  });
  const written: unknown[] = [];
  db.playerSongs.hook("updating", (_, key) => void written.push(key));
  await refreshStoredSongs(db, [{ ...two, title: "Two, live" } as never, { _id: "9" }]); // more than an id
  expect(await read()).toEqual({
    queue: "q",
    songs: new Map<number, unknown>([
      [0, [one, null]],
      [3, [{ ...two, title: "Two, live" }]],
    ]),
  });
  expect(written).toEqual([3]);
});
