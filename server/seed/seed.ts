/** Fills a library with test data: many songs that share few bytes (specification 19.5). */
import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { foldAllCounts } from "../db/counters.ts";
import { StartError } from "../lib/start-error.ts";
import type { AppContext } from "../app-context.ts";
import { importFile } from "../media/import-file.ts";
import type { Receiving } from "../media/ingest.ts";
import { removeReleased } from "../media/garbage-collect.ts";
import { addFollows, addPeople, artistsOf, emailOf } from "./people.ts";
import { addPlaylists } from "./playlists.ts";
import { createDraw, createRandom, zipfShares } from "./random.ts";
import { createBatch } from "./bulk-insert.ts";
import { addSongs } from "./songs.ts";
import type { SeedContext } from "./seed-context.ts";

export interface SeedOptions {
  songs: number;
  users: number;
  playlists: number;
  seed: number;
  /** Adds to a library that is not empty. */
  add: boolean;
}

export interface Seeded {
  /** The most active people; undefined without the embedded identity provider. */
  signIns: { artist: string; listener: string; password: string } | undefined;
}

const fourYearsMs = 4 * 365 * 24 * 3_600_000;

/**
 * Fills the library. The same `seed` creates the same data, except for passwords and for dates, which end now. Throws a
 * StartError for a library that is not empty, unless `add` is set.
 * @param music folder of the original files
 * @param say receives progress lines
 */
export async function seedLibrary(
  deps: Receiving,
  music: string,
  options: SeedOptions,
  say: (line: string) => void,
): Promise<Seeded> {
  await checkFree(deps, options);
  const { songs, users, playlists, seed } = options;
  const random = createRandom(seed);
  const end = deps.now();
  // The first listener is the most active.
  const first = Math.min(artistsOf(users), users - 1);
  const activity = [first, ...random.shuffled(users).filter((index) => index !== first)];
  const draw = createDraw(random, zipfShares(users, 0.7));
  const world: SeedContext = {
    random,
    seed,
    batch: createBatch(deps.db, deps.storage.intake),
    begin: end - fourYearsMs,
    end,
    originals: await importOriginals(deps, music, `seed-${seed}`),
    people: [],
    drawPerson: () => activity[draw()] ?? 0,
  };
  const password = makePassword();
  await addPeople(world, users, (await deps.identity?.passwords.hash(password)) ?? null);
  await addFollows(world);
  say(`${users} people`);
  const made = await addSongs(world, songs, (written) => say(`${written} of ${songs} songs`));
  await addPlaylists(world, playlists, made);
  say(`${playlists} playlists`);
  await foldAllCounts(deps.db);
  const { audio, image } = world.originals;
  await removeReleased(
    deps,
    [...audio, ...image].map(({ id }) => id),
  );
  // PGlite has no autovacuum, and the planner needs statistics.
  await deps.db.query("analyze");
  return {
    signIns: deps.identity
      ? { artist: emailOf(seed, "artist", 1), listener: emailOf(seed, "listener", 1), password }
      : undefined,
  };
}

async function checkFree({ db }: AppContext, { add, seed }: SeedOptions): Promise<void> {
  if (!add) {
    const [anybody] = await db.query("select uid from users limit 1");
    if (anybody) throw new StartError("The library is not empty: --add seeds it all the same");
    return;
  }
  const [seeded] = await db.query("select uid from users where email = $1", [emailOf(seed, "artist", 1)]);
  if (seeded) throw new StartError(`Seed ${seed} was seeded already: choose another number with --seed`);
}

/** Imports the original files as uploads; all other assets are copies of them. */
async function importOriginals(deps: Receiving, folder: string, uid: string): Promise<SeedContext["originals"]> {
  const originals: SeedContext["originals"] = { audio: [], image: [] };
  for (const filename of (await readdir(folder)).sort()) {
    const kind = /\.(mp3|m4a)$/.test(filename) ? "audio" : "image";
    const path = join(folder, filename);
    originals[kind].push(await importFile(deps, { uid, kind, path, filename }));
  }
  return originals;
}

/** Random, not derived from the seed; contains one of each required kind of character (specification 8.6). */
const makePassword = () => `Aa1!${randomBytes(12).toString("base64url")}`;
