/** The operator's jobs, which run in the process that owns the data. */
import { randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { OpenedDatabase } from "../start/open-database.ts";
import { readRows } from "../db/rows.ts";
import type { AppContext } from "../app-context.ts";
import { IdentityError } from "../identity/identity-error.ts";
import { makeResetLink } from "../identity/reset-link.ts";
import { removeAccount } from "../identity/sessions.ts";
import { isReceiving } from "../media/ingest.ts";
import { removeFilesOf } from "../media/garbage-collect.ts";
import { seedLibrary, type SeedOptions } from "../seed/seed.ts";
import { isDiskFull } from "../lib/error-code.ts";
import { StartError } from "../lib/start-error.ts";
import { removeUser } from "../users/delete-user.ts";
import { rememberDeleted } from "../users/deleted-profiles.ts";
import type { Job } from "./protocol.ts";

export interface JobParts {
  deps: AppContext;
  data: OpenedDatabase;
  /** Folder of the original files of a seeded library. */
  music: string;
}

/**
 * Runs a job and returns lines for the operator. Throws a StartError with a sentence for errors that the operator can
 * fix.
 * @param say receives progress lines
 */
export function doJob(parts: JobParts, job: Job, say: (line: string) => void): Promise<string[]> {
  switch (job.kind) {
    case "reset-link":
      return resetLink(parts, job.email);
    case "remove-user":
      return removePerson(parts, job.person);
    case "snapshot":
      return snapshot(parts);
    case "seed":
      return seed(parts, job, say);
  }
}

async function resetLink({ deps }: JobParts, email: string): Promise<string[]> {
  if (!deps.identity) throw new StartError("Passwords are kept by the Firebase project: reset them in its console");
  try {
    const link = await makeResetLink(deps, email);
    if (link === undefined) throw new StartError(`No account with a password has ${email}`);
    return [link];
  } catch (error) {
    throw error instanceof IdentityError ? new StartError(`${email} is no email address`) : error;
  }
}

/** Also for people without an account: a Firebase project deletes accounts without telling us (specification 2.32). */
async function removePerson({ deps }: JobParts, person: string): Promise<string[]> {
  const { db, identity, callers } = deps;
  const found = await readRows(
    db,
    v.object({ uid: v.string(), email: v.string() }),
    // The profile's address may be from before a change (specification 2.31), and somebody else's account may have it now.
    identity
      ? `select uid, coalesce(a.email, u.email) as email from users u full join accounts a using (uid)
         where uid = $1 or lower(u.email) = lower($1) or lower(a.email) = lower($1) order by uid`
      : "select uid, email from users where uid = $1 or lower(email) = lower($1) order by uid",
    [person],
  );
  const [user] = found;
  if (!user) throw new StartError(`Nobody has the uid or the email ${person}`);
  if (found.length > 1)
    throw new StartError(`Several people have or had that email. Name one by uid: ${found.map(nameOf).join(", ")}`);
  if (identity) await removeAccount({ db, identity }, user);
  else
    await db.transaction(async (tx) => {
      await removeUser(tx, user.uid);
      await rememberDeleted(tx, user.uid, deps.now());
    });
  callers.forget(user.uid);
  const gone = `${nameOf(user)} is gone, with all songs and playlists`;
  return removeFilesOf(deps, user.uid).then(
    () => [gone],
    (error: unknown) => [gone, `Some files could not be removed yet, and are tried again every hour: ${String(error)}`],
  );
}

const nameOf = ({ uid, email }: { uid: string; email: string }) => `${uid} (${email})`;

const snapshotPrefix = "snapshot-";

/** Deletes what killed backups have left. Only while none runs: it would lose its copy. */
export async function dropSnapshots(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(snapshotPrefix)) await rm(join(dataDir, name), { recursive: true, force: true });
}

/** Returns the folder of the copy, nothing with DATABASE_URL. */
async function snapshot({ deps: { settings }, data }: JobParts): Promise<string[]> {
  if (!data.copyTo) return [];
  const name = snapshotPrefix + randomBytes(6).toString("hex");
  const folder = join(settings.dataDir, name);
  try {
    await data.copyTo(folder);
  } catch (error) {
    // On a full disk the next one would find even less room.
    await rm(folder, { recursive: true, force: true });
    throw isDiskFull(error) ? new StartError("The disk is full: the backup was not made") : error;
  }
  return [name];
}

async function seed({ deps, music }: JobParts, options: SeedOptions, say: (line: string) => void): Promise<string[]> {
  if (!isReceiving(deps)) throw new StartError("npm run seed shares files on the disk: leave MEDIA_URL unset for it");
  const { signIns } = await seedLibrary(deps, music, options, say);
  if (!signIns) return [];
  return [
    "Everybody has the same password; most to show have",
    `  ${signIns.listener}  ${signIns.password}  (listener)`,
    `  ${signIns.artist}  ${signIns.password}  (artist)`,
  ];
}
