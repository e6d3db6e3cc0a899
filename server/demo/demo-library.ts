/** Seeds an empty library once with the demo library, so that there is something to play. */
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Queryable } from "../db/database.ts";
import type { AppContext } from "../app-context.ts";
import { createAccount } from "../identity/accounts.ts";
import { importFile } from "../media/import-file.ts";
import { isReceiving, type Receiving } from "../media/ingest.ts";
import { mediaUrl } from "../media/asset-ids.ts";
import { isDemoPossible } from "../settings/settings.ts";
import { createSong } from "../songs/create-song.ts";
import { insertProfile, userNameOf } from "../users/profile-rows.ts";
import { readLibrary, type Library } from "./library-file.ts";
import { find, seedActivity } from "./seed-activity.ts";

/** What the marker file says, in the words of the first version: data directories out there hold them. */
const markers = {
  /** Left by a start that was killed: the library is still empty, and the next start seeds it again. */
  seeding: "sowing",
  seeded: "sown",
} as const;

const markerPath = (deps: Pick<AppContext, "settings">) => join(deps.settings.dataDir, "demo");

async function readMarker(deps: Pick<AppContext, "settings">): Promise<string | undefined> {
  return readFile(markerPath(deps), "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );
}

const writeMarker = (deps: Pick<AppContext, "settings">, marker: (typeof markers)[keyof typeof markers]) =>
  writeFile(markerPath(deps), `${marker}\n`);

/**
 * Seeds an empty library from `directory` when the settings allow it. Returns the demo library while demo mode is on.
 * @param announce called before the seeding, which takes seconds
 */
export async function prepareDemo(
  deps: AppContext,
  directory: string,
  announce: () => void,
): Promise<Library | undefined> {
  if (!isDemoPossible(deps.settings) || !isReceiving(deps)) return undefined;
  const marker = await readMarker(deps);
  const isEmpty = (await deps.db.query("select uid from users limit 1")).length === 0;
  if (marker === undefined && !isEmpty) return undefined;
  const library = await readLibrary(directory);
  if (!library) return undefined;
  if (isEmpty && marker !== markers.seeded) {
    announce();
    if (marker === markers.seeding) await removeUncommittedFiles(deps);
    await writeMarker(deps, markers.seeding);
    await seedDemo(deps, library, join(directory, "library"));
  }
  if (marker !== markers.seeded) await writeMarker(deps, markers.seeded);
  return library;
}

/** Removes files whose rows were never committed. */
async function removeUncommittedFiles({ db, storage }: Receiving): Promise<void> {
  await storage.intake.removeUnknown(
    async (id) => (await db.query("select id from assets where id = $1", [id])).length > 0,
  );
}

/** Uses one transaction, so that a killed start leaves an empty library. */
async function seedDemo(deps: Receiving, library: Library, directory: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const parts = { ...deps, db: withinTransaction(tx) };
    const people = await seedPeople(parts, library);
    const songs = new Map<string, string>();
    // Inserts in reverse, because lists show the newest song first.
    for (const song of library.songs.toReversed()) {
      const uid = find(people, song.artist);
      const { id: audio } = await importFile(parts, {
        uid,
        kind: "audio",
        path: join(directory, song.file),
        filename: song.file,
      });
      const { id: cover } = await importFile(parts, {
        uid,
        kind: "image",
        path: join(directory, song.cover),
        filename: song.cover,
      });
      const content = { song, audio, image: mediaUrl(cover), loudness: null };
      const id = await createSong(tx, parts, { uid, artist: true }, content);
      songs.set(song.title, id);
    }
    await seedActivity(tx, parts, library, { people, songs }, directory);
  });
}

/** Inserts all people, and returns their uids by name. */
async function seedPeople(parts: AppContext, library: Library): Promise<Map<string, string>> {
  const { identity } = parts;
  if (!identity) throw new Error("Demo mode is for the embedded sign-in only");
  const uids = new Map<string, string>();
  // 0: the email of the first token wins.
  const common = { issuedAt: 0, newsletter: false };
  for (const person of library.accounts) {
    const { uid } = await createAccount(parts, identity.passwords, person);
    uids.set(nameOf(person), uid);
    await insertProfile(parts.db, { ...person, ...common, uid }, parts.now());
  }
  for (const person of library.artists) {
    const uid = uids.get(nameOf(person)) ?? `demo-${randomBytes(16).toString("base64url")}`;
    uids.set(nameOf(person), uid);
    await insertProfile(parts.db, { ...person, ...common, uid, artist: true }, parts.now());
  }
  return uids;
}

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => userNameOf(firstName, lastName);

/** A Database that runs every statement in an open transaction. */
const withinTransaction = (tx: Queryable): AppContext["db"] => ({
  query: (sql, params) => tx.query(sql, params),
  invalidate: (data) => tx.invalidate(data),
  transaction: (work) => work(tx),
  close: () => Promise.resolve(),
});
