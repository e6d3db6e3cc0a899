/**
 * Where the signed-in user of this tab is stored, and for how long (specification 2.17 to 2.19). Part of the
 * render-blocking script: keep it small.
 */
import type { StoredSignIn } from "../../app/note-stored.ts";
import { isVolatileName } from "../../db/volatile-name.ts";
import { tryStore } from "../../lib/try-store.ts";
import type { Persistence } from "../../identity/identity.ts";

/** The key of the signed-in user, in `userStorage()`. */
export const sessionStorageKey = "user";

/** In session storage: how long the next sign-in of this tab lasts, or the present one. */
const persistenceKey = "offbeat.keep-signed-in";

/** In session storage: the name of the tab's volatile database. */
const volatileKey = "offbeat.volatile";

export const persistenceOf = (stored: string | null): Persistence =>
  stored === "session" || stored === "none" ? stored : "local";

export function readPersistence(): Persistence {
  try {
    return persistenceOf(sessionStorage.getItem(persistenceKey));
  } catch {
    // Storage is blocked: the form shows the default.
    return "local";
  }
}

export const writePersistence = (persistence: Persistence): void => sessionStorage.setItem(persistenceKey, persistence);

/** Null if the user of this tab is kept on the device, or if there is none. */
export const readVolatileName = (): string | null => sessionStorage.getItem(volatileKey);

export const writeVolatileName = (name: string): void => sessionStorage.setItem(volatileKey, name);

/** Forgets the tab's volatile database, and its user. */
export function forgetVolatile(): void {
  sessionStorage.removeItem(sessionStorageKey);
  sessionStorage.removeItem(volatileKey);
}

/**
 * The volatile databases that may exist, of all tabs. Local storage has a key of each one's name; its value is the time at
 * which the last page was left, or empty.
 */
export const recordedNames = (): string[] =>
  Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "").filter(isVolatileName);

/** That of this device, whichever tab has it. */
export function storedSignIn(): StoredSignIn {
  if (localStorage.getItem(sessionStorageKey) !== null) return "lasting";
  return sessionStorage.getItem(sessionStorageKey) !== null || recordedNames().length > 0 ? "passing" : "none";
}

export const userStorage = (): Storage => (readVolatileName() === null ? localStorage : sessionStorage);

/**
 * Ends a sign-in that is over when its document starts: one until the page closes, or one that another tab has ended, or
 * whose database another start has deleted.
 */
export function dropEndedSignIn(): void {
  const name = readVolatileName();
  if (name === null) return;
  const isRecorded = localStorage.getItem(name) !== null;
  // Marked as one that starts: another start deletes what nobody holds yet.
  if (readPersistence() === "session" && isRecorded) return tryStore(name, String(Date.now()));
  // The page that held it is gone, so that this start deletes it.
  if (isRecorded) localStorage.setItem(name, "");
  clearTab();
}

/** Removes all that the tab keeps of a sign-in, also what the firebase package keeps here; not the choice. */
export function clearTab(): void {
  const persistence = readPersistence();
  sessionStorage.clear();
  writePersistence(persistence);
}
