/** The demo library: sown once into an empty library, so that there is something to play (specification 19). */
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { SongForm } from "../../contract/rules/validation.ts";
import type { Queryable } from "../db/database.ts";
import type { AppContext } from "../app-context.ts";
import { codeOf } from "../lib/error-code.ts";
import { createAccount } from "../identity/accounts.ts";
import { importFile } from "../media/import-file.ts";
import { isReceiving, type Receiving } from "../media/ingest.ts";
import { mediaUrl } from "../media/asset-ids.ts";
import { isDemoPossible } from "../settings/settings.ts";
import { createSong } from "../songs/create-song.ts";
import { insertProfile } from "../users/profile-rows.ts";

const Person = v.object({ email: v.string(), firstName: v.string(), lastName: v.string() });
const Library = v.object({
  /** Who may sign in. */
  accounts: v.array(v.object({ ...Person.entries, password: v.string(), artist: v.boolean() })),
  /** Whose songs these are; those without an account only own them. */
  artists: v.array(Person),
  songs: v.array(v.object({ ...SongForm.entries, file: v.string(), cover: v.string() })),
});
export type Library = v.InferOutput<typeof Library>;

/** `library.json` of `directory`; undefined where there is none. Throws for one that cannot be read. */
export async function readLibrary(directory: string): Promise<Library | undefined> {
  try {
    return v.parse(Library, JSON.parse(await readFile(join(directory, "library.json"), "utf8")));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** "sowing" stays behind when a start is killed half-way: the library is still empty then, and is sown again. */
type Marker = "sowing" | "sown";

const markerPath = (deps: Pick<AppContext, "settings">) => join(deps.settings.dataDir, "demo");

async function readMarker(deps: Pick<AppContext, "settings">): Promise<string | undefined> {
  return readFile(markerPath(deps), "utf8").then(
    (text) => text.trim(),
    () => undefined,
  );
}

const writeMarker = (deps: Pick<AppContext, "settings">, marker: Marker) => writeFile(markerPath(deps), `${marker}\n`);

/**
 * Sows the library of `directory` if it may and the library is empty. Answers the library while demo mode is on: its
 * accounts can be used.
 * @param announce called before the work, which takes seconds
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
  if (isEmpty && marker !== "sown") {
    announce();
    if (marker === "sowing") await removeHalfSown(deps);
    await writeMarker(deps, "sowing");
    await sow(deps, library, join(directory, "library"));
  }
  if (marker !== "sown") await writeMarker(deps, "sown");
  return library;
}

/** Files whose rows were never committed. */
async function removeHalfSown({ db, storage }: Receiving): Promise<void> {
  await storage.intake.removeUnknown(
    async (id) => (await db.query("select id from assets where id = $1", [id])).length > 0,
  );
}

/** All of it in one transaction: a start that is killed leaves an empty library. */
async function sow(deps: Receiving, library: Library, directory: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const parts = { ...deps, db: withinTransaction(tx) };
    const owners = await sowPeople(parts, library);
    // The first of the list is to be the newest, as lists show the newest first.
    for (const song of library.songs.toReversed()) {
      const uid = owners.get(song.artist);
      if (uid === undefined) throw new Error(`The demo library has no artist ${song.artist}`);
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
      await createSong(tx, parts, { uid, artist: true }, { song, audio, image: mediaUrl(cover) });
    }
  });
}

/** Uid of every artist by the name that songs carry. */
async function sowPeople(parts: AppContext, library: Library): Promise<Map<string, string>> {
  const { identity } = parts;
  if (!identity) throw new Error("Demo mode is for the embedded sign-in only");
  const uids = new Map<string, string>();
  // No token has said a word of their emails yet.
  const common = { issuedAt: 0, newsletter: false };
  for (const person of library.accounts) {
    const { uid } = await createAccount(parts, identity.passwords, person);
    uids.set(person.email, uid);
    await insertProfile(parts.db, { ...person, ...common, uid }, parts.now());
  }
  const owners = new Map<string, string>();
  for (const person of library.artists) {
    const uid = uids.get(person.email) ?? `demo-${randomBytes(16).toString("base64url")}`;
    owners.set(`${person.firstName} ${person.lastName}`, uid);
    await insertProfile(parts.db, { ...person, ...common, uid, artist: true }, parts.now());
  }
  return owners;
}

/** A database whose every statement belongs to a transaction that is already open. */
const withinTransaction = (tx: Queryable): AppContext["db"] => ({
  query: (sql, params) => tx.query(sql, params),
  transaction: (work) => work(tx),
  close: () => Promise.resolve(),
});
