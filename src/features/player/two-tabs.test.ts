/** Two tabs that have restored the same queue, with the account's database between them (specification 6.25, 6.26). */
import Dexie from "dexie";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHub } from "../../../tests/support/channel-hub.ts";
import { createBench, tracksOf } from "../../../tests/support/fake-sounds.ts";
import { snapshotOf } from "../../../tests/support/items.ts";
import { type AccountDatabase, openDatabase } from "../../db/database.ts";
import { clearPlayer, readPlayer, writePlayer } from "../../db/player-rows.ts";
import { type Channel, createElsewhere, linkTabs } from "./player-tabs.ts";
import { savePlayer } from "./save-player.ts";
import { decodePlayer, decodeSongs, isQueue } from "./saved-player.ts";

const id = (letter: string) => `01890a5d-ac96-774b-bcce-b302099a80${letter.charCodeAt(0).toString(16)}`;
const tracks = (letters: string) => tracksOf(letters).map((track) => ({ ...track, songId: id(track.songId) }));

let db: AccountDatabase;
let tabs: Awaited<ReturnType<typeof openTab>>[] = [];
beforeEach(() => {
  db = openDatabase(crypto.randomUUID());
  tabs = [];
});
afterEach(async () => {
  for (const { saver, link } of tabs) {
    saver.stop();
    link.close();
  }
  db.close();
  await Dexie.delete(db.name);
});

async function read() {
  const rows = await readPlayer(db, decodeSongs);
  return rows && decodePlayer(rows);
}

/** A tab that starts: it restores what is stored, and stores from then on. */
async function openTab(tab: string, channel: Channel) {
  const bench = createBench();
  const { engine, clock } = bench;
  const found = await read();
  if (found) engine.restore(found.saved, { autoplay: false, position: found.position });
  const known = new Map(found?.songs.map((song) => [song._id, song]));
  const songOf = (songId: string) => {
    const song = known.get(songId) ?? snapshotOf(0, { _id: songId, title: `Song ${songId}` });
    known.set(songId, song);
    return song;
  };
  const elsewhere = createElsewhere();
  const saver = savePlayer(
    {
      engine,
      songOf,
      isLeaving: () => false,
      clock,
      mayWrite: () => elsewhere.get() === null,
      async write(change, base) {
        if (change !== null) return isQueue(await writePlayer(db, change), base);
        await clearPlayer(db);
        return true;
      },
    },
    found && { ...found, state: engine.state() },
  );
  const kept = {
    flush: saver.flush,
    giveWay: saver.giveWay,
    async takeStored() {
      const now = await read();
      if (now) engine.restore(now.saved, { autoplay: true, position: now.position });
    },
  };
  const player = {
    state: engine.state,
    subscribe: engine.subscribe,
    engine: () => engine,
    pause: () => engine.pause(),
    describe: <T>(track: T) => track,
    onRefreshed: () => () => {},
    beginChoice: () => () => true,
  };
  const link = linkTabs({ tab, channel, player, kept, elsewhere, clock });
  return { ...bench, saver, link };
}

/** Both wait for the user. */
async function openTwo() {
  const open = createHub();
  const before = await openTab("0", open());
  before.engine.play(tracks("abcdef"), 0);
  await before.clock.advance(2_000);
  before.engine.pause();
  await before.saver.flush();
  before.saver.stop();
  before.link.close();
  const [one, two] = [await openTab("1", open()), await openTab("2", open())];
  tabs = [one, two];
  return { one, two };
}

/** In the first one only the mode is changed; the second one plays, up to the fourth song. */
async function playInSecond() {
  const { one, two } = await openTwo();
  one.engine.setRepeat("off");
  await one.clock.advance(1_000);
  await one.saver.flush();
  two.engine.resume();
  await two.clock.advance(3 * 60_000 + 30_000);
  expect(two.engine.state().track?.songId).toBe(id("d"));
  return { one, two };
}

test("the next start resumes what played last, whatever another tab has stored before", async () => {
  const { two } = await playInSecond();
  two.engine.pause();
  await two.saver.flush();
  const { saved, position } = (await read()) ?? {};
  expect(saved?.queue.entries[saved.queue.index]?.songId).toBe(id("d"));
  expect(position).toBeGreaterThan(20);
});

test("“Play here” continues the song that plays in the other tab, whatever this one has stored before", async () => {
  const { one, two } = await playInSecond();
  one.link.takeOver();
  await expect.poll(() => two.engine.state().status).toBe("paused");
  await expect.poll(() => one.engine.state().track?.songId).toBe(id("d"));
});

test("a queue is stored with its own songs, also after another tab has stored other ones", async () => {
  const { one, two } = await openTwo();
  one.engine.removeFromQueue(2);
  one.engine.addToQueue(tracks("x"));
  await one.saver.flush();
  two.engine.setRepeat("off");
  await two.saver.flush();
  const songs = (queue: readonly { songId: string }[] | undefined) => queue?.map(({ songId }) => songId);
  expect(songs((await read())?.saved.queue.entries)).toEqual(songs(two.engine.state().queue));
});

test("a place that is stored while another tab begins to play does not bring this queue back", async () => {
  const { one, two } = await openTwo();
  one.engine.setRepeat("off");
  await one.saver.flush();
  two.engine.seek(40);
  const storing = two.saver.flush();
  two.saver.giveWay();
  await storing;
  expect((await read())?.saved.repeat).toBe("off");
});
