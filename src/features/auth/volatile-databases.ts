/**
 * Volatile databases: those of sign-ins that do not outlive the browser (specification 2.19). A page holds its own by a
 * lock, or by answering pings where the browser has no locks. Any page deletes those that nobody holds.
 */
import { noteStored } from "../../app/note-stored.ts";
import { databaseNames, deleteDatabase } from "../../db/delete-database.ts";
import { withTimeout } from "../../lib/with-timeout.ts";
import { endWhenLeft } from "../../db/page-lifecycle.ts";
import { randomId } from "../../db/random-id.ts";
import { isVolatileName, uidOfVolatile, volatileName } from "../../db/volatile-name.ts";
import { forgetVolatile, readVolatileName, recordedNames, storedSignIn, writeVolatileName } from "./session-key.ts";

/** A page that reloads holds its database again within this; milliseconds. */
const reloadMs = 10_000;
/** Longest wait for the answer to a ping; milliseconds. */
const answerMs = 500;

const channelName = "offbeat-volatile";

let held: { name: string; ready: Promise<void>; release: () => void } | undefined;

/** Gives the tab a volatile database of this user: the present one, which a lost session has left, or a new one. */
export async function beginVolatile(uid: string): Promise<void> {
  const present = readVolatileName();
  if (present !== null && uidOfVolatile(present) === uid) return;
  await dropVolatile();
  writeVolatileName(volatileName(uid, randomId()));
}

/** Holds the database until `endVolatile`, or until the page is left. Resolves once no other page can be deleting it. */
export function holdVolatile(name: string): Promise<void> {
  if (held?.name === name) return held.ready;
  held?.release();
  const released = new AbortController();
  const { signal } = released;
  // Else a sweep deletes it before the lock is held.
  note(name, String(Date.now()));
  // Without a record another tab has ended the sign-in.
  const update = (leftAt: string) => localStorage.getItem(name) !== null && note(name, leftAt);
  addEventListener("pagehide", () => update(String(Date.now())), { signal });
  addEventListener("pageshow", ({ persisted }) => persisted && update(""), { signal });
  answerPings(name, signal);
  const ready = holdLock(name, signal).then(() => {
    if (!signal.aborted) update("");
  });
  held = { name, ready, release: () => released.abort() };
  return ready;
}

/** Deletes the tab's volatile database, which must be closed, and tells the other tabs of the sign-in. */
export async function endVolatile(): Promise<void> {
  const name = readVolatileName();
  if (name === null) return;
  // First: the other tabs notice, and none of them takes the sign-in up again.
  localStorage.removeItem(name);
  try {
    await deleteDatabase(name);
  } catch (error) {
    // For the next start.
    note(name, "");
    throw error;
  } finally {
    forgetVolatile();
    held?.release();
    held = undefined;
  }
}

/** Ends what a lost session has left, for another sign-in. What cannot be deleted now is left to the next start. */
export const dropVolatile = (): Promise<void> =>
  endVolatile().catch((error: unknown) => console.warn("What a sign-in has left could not be removed", error));

/**
 * Deletes all volatile databases that nobody holds. Never rejects.
 * @param isThorough whether to look for databases without a record, too
 */
export async function sweepVolatile(isThorough = false): Promise<void> {
  const found = isThorough ? await databaseNames().catch(() => []) : [];
  const names = new Set([...recordedNames(), ...found.filter(isVolatileName)]);
  await Promise.all([...names].map(deleteUnheld));
}

async function deleteUnheld(name: string): Promise<void> {
  if (name === readVolatileName() || putOff(name)) return;
  const remove = async () => {
    // A page may have begun to wait for the lock.
    if (putOff(name)) return;
    const noted = localStorage.getItem(name);
    await deleteDatabase(name);
    // What such a page has noted meanwhile stays.
    if (localStorage.getItem(name) === noted) localStorage.removeItem(name);
    // The start still told of it, when the page before had been left a moment ago.
    noteStored(storedSignIn());
  };
  try {
    if ("locks" in navigator)
      await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock === null ? undefined : remove()));
    else if (!(await isAnswered(name))) await remove();
  } catch (error) {
    // The next start tries again.
    console.warn("What a sign-in has left could not be removed", error);
  }
}

/** Leaves one whose page was left, or began, a moment ago to a later look. Returns whether it did. */
function putOff(name: string): boolean {
  const age = Date.now() - Number(localStorage.getItem(name) ?? 0);
  if (!(age >= 0 && age < reloadMs)) return false;
  setTimeout(() => void deleteUnheld(name), reloadMs - age);
  return true;
}

/** A storage that takes nothing leaves the database to a thorough sweep. */
function note(name: string, leftAt: string): void {
  try {
    localStorage.setItem(name, leftAt);
  } catch (error) {
    console.warn("A sign-in could not be recorded", error);
  }
}

/** Resolves when the lock is held, at once where there are none. */
async function holdLock(name: string, released: AbortSignal): Promise<void> {
  if (!("locks" in navigator)) return;
  await new Promise<void>((resolve, reject) => {
    navigator.locks
      .request(
        name,
        { mode: "shared", signal: released },
        () =>
          new Promise<void>((end) => {
            const unregister = endWhenLeft(end);
            released.addEventListener("abort", () => {
              unregister();
              end();
            });
            resolve();
          }),
      )
      .catch(reject);
  });
}

interface Ping {
  /** The database that the sender wants to delete, or holds. */
  name: string;
  isHeld: boolean;
}

function answerPings(name: string, released: AbortSignal): void {
  if ("locks" in navigator) return;
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }: MessageEvent<Ping>) => {
    if (data.name === name && !data.isHeld) channel.postMessage({ name, isHeld: true } satisfies Ping);
  });
  released.addEventListener("abort", () => channel.close());
}

async function isAnswered(name: string): Promise<boolean> {
  const channel = new BroadcastChannel(channelName);
  try {
    const answer = new Promise<boolean>((resolve) => {
      channel.addEventListener("message", ({ data }: MessageEvent<Ping>) => {
        if (data.name === name && data.isHeld) resolve(true);
      });
    });
    channel.postMessage({ name, isHeld: false } satisfies Ping);
    return await withTimeout(answerMs, answer).catch(() => false);
  } finally {
    channel.close();
  }
}
