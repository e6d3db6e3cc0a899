/** Libraries on disk for servers that a test starts, ends and starts again: an engine, people, and what is left of it. */
import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { preparation, prepare } from "../../server/db/migrate-and-index.ts";
import { openPostgres } from "../../server/db/postgres.ts";
import { openKeys } from "../../server/identity/signing-keys.ts";
import { projectId } from "../../server/identity/provider.ts";
import { issueIdToken } from "../../server/identity/tokens.ts";
import { makeDatabase, type DatabaseCopy, queryAs } from "./database.ts";
import { layDatabase, openDatabase } from "./data-directory.ts";
import { kept } from "./fixture-cache.ts";
import { freePort, startServer, whenReady, type ServerProcess } from "./process.ts";

export interface Person {
  uid: string;
  token: string;
}

/** A database as the settings of a server name it. */
export interface Engine {
  name: string;
  /** Makes a database with the tables and people of a library in it. */
  make(directory: string): Promise<EngineData>;
}

interface EngineData {
  env: Record<string, string>;
  /** The same database, beside no server. */
  open(): Promise<Database>;
  remove(): Promise<void>;
}

export interface Library {
  /** Its DATA_DIR. */
  directory: string;
  /** Starts a server on it and waits until it listens. */
  start(env?: Record<string, string>): Promise<ServerProcess>;
  /** Starts a server and does not wait. */
  launch(env?: Record<string, string>): ServerProcess;
  /** One of a thousand artists who have an account and a profile. */
  person(n: number): Promise<Person>;
  /** Its database, for looks while no server runs. */
  open(): Promise<Database>;
  /** Kills what runs, and removes everything; `release` comes in between. */
  remove(release?: () => void): Promise<void>;
}

const people = 1_000;

async function sowPeople(db: Database): Promise<void> {
  await prepare(db);
  await db.query(
    `insert into accounts (uid, email, email_verified, valid_since, disabled, created_at)
     select 'person-' || n, 'person-' || n || '@example.org', false, 0, false, 0 from generate_series(0, $1 - 1) n`,
    [people],
  );
  await db.query(
    `insert into users (uid, first_name, last_name, email, artist, newsletter, folded_name, created_at)
     select uid, 'Ada', uid, email, true, false, 'ada ' || uid, 0 from accounts`,
  );
}

const keptLibrary = () =>
  kept("library", [preparation, String(sowPeople)], async (draft) => {
    await layDatabase(draft);
    const db = await openDatabase(draft);
    await sowPeople(db);
    await db.close();
  });

export const pglite: Engine = {
  name: "PGlite",
  async make(directory) {
    await cp(await keptLibrary(), directory, { recursive: true });
    return { env: {}, open: () => openDatabase(directory), remove: async () => {} };
  },
};

/** On databases of a PostgreSQL server, which `make` makes. */
export const onPostgres = (make: () => Promise<DatabaseCopy>): Engine => ({
  name: "PostgreSQL",
  async make() {
    const { url, drop } = await make();
    const open = async () => openPostgres(url, { connections: 2 });
    const db = await open();
    await sowPeople(db);
    await db.close();
    return { env: { DATABASE_URL: url }, open, remove: drop };
  },
});

/** That of this run of the suites. */
const usual: Engine = inject("postgres") ? onPostgres(makeCopy) : pglite;

async function makeCopy(): Promise<DatabaseCopy> {
  const copy = await makeDatabase("migrated");
  if (!copy) throw new Error("This run has no PostgreSQL");
  return copy;
}

/** Settings of every server: calls of one machine stand for those of many. */
const common = { RATE_FACTOR: "1000", MAX_AUDIO_BYTES: "20000000" };

interface LibraryOptions {
  engine?: Engine;
  /** Is handed the empty directory first, such as to mount something in it. */
  prepare?: (directory: string) => void;
}

export async function makeLibrary({ engine = usual, prepare }: LibraryOptions = {}): Promise<Library> {
  const directory = await mkdtemp(join(tmpdir(), "offbeat-library-"));
  prepare?.(directory);
  const data = await engine.make(directory);
  const port = String(await freePort());
  const keys = await openKeys(directory);
  const running = new Set<ServerProcess>();
  const launch = (env: Record<string, string> = {}) => {
    const server = startServer({ PORT: port, DATA_DIR: directory, ...common, ...data.env, ...env });
    running.add(server);
    void server.ended.then(() => running.delete(server));
    return server;
  };
  return {
    directory,
    launch,
    async start(env) {
      const server = launch(env);
      await whenReady(server);
      return server;
    },
    async person(n) {
      if (n >= people) throw new RangeError(`There are ${people} people`);
      const uid = `person-${n}`;
      const issuer = { keys, issuer: projectId, audience: projectId, now: () => Date.now() };
      const token = await issueIdToken(issuer, {
        uid,
        email: `${uid}@example.org`,
        emailVerified: false,
        authTime: Math.floor(Date.now() / 1000),
        provider: "password",
      });
      return { uid, token };
    },
    open: data.open,
    async remove(release) {
      for (const { child, ended } of running) {
        child.kill("SIGKILL");
        await ended;
      }
      release?.();
      await data.remove();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Ends a server without a word, as the kernel or a power cut does. */
export async function kill({ child, ended }: ServerProcess): Promise<void> {
  child.kill("SIGKILL");
  await ended;
}

/** Asks a server to end, and answers what it ended with. */
export async function stop({ child, ended }: ServerProcess): Promise<number | string> {
  child.kill("SIGTERM");
  return ended;
}

const filesIn = async (folder: string) => {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/**
 * Everything in a library at rest that should not be: files that no row names, rows whose files are not there or not
 * theirs, temporary files, calls that are half done, totals that counting anew would change. One line each.
 */
export async function findFaults({ directory, open }: Library): Promise<string[]> {
  const faults: string[] = [];
  const media = join(directory, "media");
  const db = await open();
  const assets = new Map(
    (
      await queryAs<{ id: string; kind: string; sha256: string; claimed_by: string | null }>(
        db,
        "select id, kind, sha256, claimed_by from assets",
      )
    ).map((asset) => [asset.id, asset]),
  );
  const seen = new Set<string>();
  for (const path of await filesIn(media)) {
    const [, id = ""] = /\/([\w-]{22})\.(?:audio|\d+\.webp)$/.exec(path) ?? [];
    const asset = assets.get(id);
    seen.add(id);
    if (!asset) faults.push(`a file without a row: ${path}`);
    else if (asset.kind === "audio") {
      const hash = createHash("sha256").update(await readFile(path));
      if (hash.digest("hex") !== asset.sha256) faults.push(`not the bytes that came: ${path}`);
    }
    if ((await stat(path)).size === 0) faults.push(`an empty file: ${path}`);
  }
  for (const { id, claimed_by: by } of assets.values())
    if (by !== null && !seen.has(id)) faults.push(`a row without its file: ${id}`);
  faults.push(...(await findWrongRows(db)));
  await db.close();
  return faults;
}

/** Each a statement that finds nothing in a sound database. */
const wrong = {
  "a call half done": "select key as id from idempotency where status = 0",
  "likes counted wrongly": countsWrong("songs", "id", "likes", "like", "likes", "song_id"),
  "plays counted wrongly": countsWrong("songs", "id", "plays", "play", "plays", "song_id"),
  "followers counted wrongly": countsWrong("users", "uid", "followers", "follower", "user_follows", "followed"),
  "followers of a playlist counted wrongly": countsWrong(
    "playlists",
    "id",
    "followers",
    "playlist-follower",
    "playlist_follows",
    "playlist_id",
  ),
  "released and still there": "select id from assets where released",
  "a claim of nothing": `select a.id from assets a where a.claimed_by is not null
     and not exists (select 1 from songs s where s.audio = a.id or s.image = a.id)
     and not exists (select 1 from playlists p where p.image = a.id)
     and not exists (select 1 from users u where u.profile_image = a.id)`,
  "a public playlist with a private song": `select m.song_id as id from playlist_songs m
     join songs s on s.id = m.song_id join playlists p on p.id = m.playlist_id
     where s.private and (not p.private or p.owner <> s.owner)`,
};

/** Rows whose total, with the changes that are not folded yet, is not the number of what it counts. */
function countsWrong(table: string, key: string, total: string, kind: string, events: string, subject: string): string {
  return `select t.${key} as id from ${table} t where t.${total}
    + coalesce((select sum(c.change) from count_changes c where c.kind = '${kind}' and c.subject = t.${key}), 0)
    <> (select count(*) from ${events} e where e.${subject} = t.${key})`;
}

async function findWrongRows(db: Database): Promise<string[]> {
  const found: string[] = [];
  for (const [fault, sql] of Object.entries(wrong))
    for (const { id } of await queryAs<{ id: string }>(db, sql)) found.push(`${fault}: ${id}`);
  return found;
}
