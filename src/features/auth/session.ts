/**
 * The signed-in user: the query `session`, stored under `user` in local or session storage and restored before the first
 * paint.
 */
import { createSyncStoragePersister } from "@tanstack/query-sync-storage-persister";
import { dehydrate, hydrate, QueryClient, skipToken, useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { StoredUser } from "../../../contract/users.ts";
import { noteStored } from "../../app/note-stored.ts";
import { readVolatileName, sessionStorageKey as storageKey, storedSignIn, userStorage } from "./session-key.ts";
import { endHold } from "../../lib/start-gate.ts";

const sessionKey = ["session"] as const;

export const readSession = (client: QueryClient) => client.getQueryData<StoredUser | null>(sessionKey) ?? null;

export function writeSession(client: QueryClient, user: StoredUser | null): void {
  const stored = user && {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    uid: user.uid,
  };
  // The protected screens go before their account closes.
  endHold();
  client.setQueryData<StoredUser | null>(sessionKey, stored);
}

export function useSession(): StoredUser | null {
  return useQuery<StoredUser | null>({ queryKey: sessionKey, queryFn: skipToken }).data ?? null;
}

/**
 * Restores the stored user into the query client and persists every change.
 * @param page fires `pagehide`
 */
export function persistSession(client: QueryClient, page: Pick<EventTarget, "addEventListener"> = window): void {
  client.setQueryDefaults(sessionKey, { gcTime: Infinity, staleTime: Infinity });
  let storage = userStorage();
  let isUnsaved = false;
  /** Whom this page has found there or stored. */
  let own: string | undefined;
  /** What another tab has stored since is not removed. */
  const keep = (text: string) => {
    const present = readStoredUid(storage);
    if (text !== "" || present === undefined || present === own) save(storage, storageKey, text);
  };
  const persister = createSyncStoragePersister({
    storage: {
      getItem: (key) => storage.getItem(key),
      setItem(_, text) {
        isUnsaved = false;
        keep(text);
      },
      removeItem: (key) => storage.removeItem(key),
    },
    key: storageKey,
    throttleTime: 0,
    serialize: () => serialize(readSession(client)),
    deserialize: (text) => persisted(readUser(text)),
  });
  const restored = persister.restoreClient();
  // The storage is synchronous, so the result is no promise.
  if (restored !== undefined && "clientState" in restored) hydrate(client, restored.clientState);
  own = readSession(client)?.uid;
  watchSession(client, () => {
    isUnsaved = true;
    own = readSession(client)?.uid ?? own;
    // As it is now: by the time of the write a sign-out may have ended the kind of this sign-in.
    storage = userStorage();
    void persister.persistClient(persisted(readSession(client)));
  });
  // The persister writes in a later task, which does not run if the page is left right after a sign-in.
  page.addEventListener("pagehide", () => {
    if (isUnsaved) keep(serialize(readSession(client)));
  });
}

const serialize = (user: StoredUser | null) => (user === null ? "" : JSON.stringify(user));

/** Stores the text, or removes the key for an empty one. A failure affects the next start only. */
function save(storage: Storage, key: string, text: string): void {
  try {
    if (text === "") storage.removeItem(key);
    else storage.setItem(key, text);
    noteStored(storedSignIn());
  } catch (error) {
    console.warn("Who is signed in could not be kept", error);
  }
}

/** The dehydrated state of a client that contains only this user. */
function persisted(user: StoredUser | null) {
  const client = new QueryClient();
  if (user !== null) client.setQueryData(sessionKey, user);
  return { timestamp: Date.now(), buster: "", clientState: dehydrate(client) };
}

/** Calls back whenever the signed-in user changes. Returns a stop function. */
export const watchSession = (client: QueryClient, onChange: () => void): (() => void) =>
  client.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.query.queryHash === sessionHash) onChange();
  });

const sessionHash = JSON.stringify(sessionKey);

function readUser(text: string): StoredUser | null {
  try {
    const user = v.safeParse(StoredUser, JSON.parse(text));
    return user.success ? user.output : null;
  } catch {
    // Foreign content under this key: nobody is signed in.
    return null;
  }
}

/** Who is signed in by now, possibly in another tab. */
export function readStoredUid(storage: Pick<Storage, "getItem"> = userStorage()): string | undefined {
  return readUser(storage.getItem(storageKey) ?? "")?.uid;
}

/**
 * Calls back when another tab has signed out or signed in as another user, also before the call and while this page was in
 * the back/forward cache. A sign-in that is not kept on the device is that of this tab and of its duplicates alone. Session
 * storage tells no other tab; the record of the database does.
 */
export function watchOtherTabs(uid: () => string | undefined, onSwitched: () => void): void {
  window.addEventListener("storage", (event) => {
    const volatile = readVolatileName();
    if (volatile !== null) {
      if (event.key === volatile && event.newValue === null) onSwitched();
      return;
    }
    if (event.key !== storageKey) return;
    const now = event.newValue === null ? undefined : readUser(event.newValue)?.uid;
    if (now !== uid()) onSwitched();
  });
  const compare = () => {
    const volatile = readVolatileName();
    // The name of a sign-in that is under way has no record yet.
    const isEnded = volatile !== null && uid() !== undefined && localStorage.getItem(volatile) === null;
    if (isEnded || (volatile === null && readStoredUid() !== uid())) onSwitched();
  };
  compare();
  window.addEventListener("pageshow", ({ persisted }) => persisted && compare());
}
