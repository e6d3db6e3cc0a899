/**
 * Who is signed in, as the page remembers it: the query `session`, kept under the local storage key `user` and read
 * from there before the first paint (specification 2).
 */
import { createSyncStoragePersister } from "@tanstack/query-sync-storage-persister";
import { dehydrate, hydrate, type QueryClient, skipToken, useQuery } from "@tanstack/react-query";
import * as v from "valibot";
import { StoredUser } from "../../../contract/users.ts";

const sessionKey = ["session"] as const;
const storageKey = "user";

export const readSession = (client: QueryClient) =>
  client.getQueryData<StoredUser | null>(sessionKey) ?? null;

export function writeSession(client: QueryClient, user: StoredUser | null): void {
  const stored = user && {
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    uid: user.uid,
  };
  client.setQueryData<StoredUser | null>(sessionKey, stored);
}

export function useSession(): StoredUser | null {
  return useQuery<StoredUser | null>({ queryKey: sessionKey, queryFn: skipToken }).data ?? null;
}

/** Takes the stored user over into the client and writes every change back. */
export function keepSession(client: QueryClient, storage: Storage): void {
  client.setQueryDefaults(sessionKey, { gcTime: Infinity, staleTime: Infinity });
  const persister = createSyncStoragePersister({
    storage: emptyMeansAbsent(storage),
    key: storageKey,
    // A sign-in must outlive a page that is closed at once.
    throttleTime: 0,
    serialize: (persisted) => {
      const user = persisted.clientState.queries.find((query) => query.queryHash === sessionHash)
        ?.state.data;
      return v.is(StoredUser, user) ? JSON.stringify(user) : "";
    },
    deserialize: (text) => ({
      timestamp: Date.now(),
      buster: "",
      clientState: stateOf(readUser(text)),
    }),
  });
  const restored = persister.restoreClient();
  // The storage is synchronous, and so is the answer.
  if (restored !== undefined && "clientState" in restored) hydrate(client, restored.clientState);
  watchSession(client, () => {
    void persister.persistClient({
      timestamp: Date.now(),
      buster: "",
      clientState: dehydrate(client, {
        shouldDehydrateQuery: (query) => query.queryHash === sessionHash,
      }),
    });
  });
}

/** Calls back at every change of who is signed in. */
export function watchSession(client: QueryClient, onChange: () => void): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.query.queryHash === sessionHash) onChange();
  });
}

const sessionHash = JSON.stringify(sessionKey);

function readUser(text: string): StoredUser | null {
  try {
    const user = v.safeParse(StoredUser, JSON.parse(text));
    return user.success ? user.output : null;
  } catch {
    // Something else wrote under this key: nobody is signed in.
    return null;
  }
}

function stateOf(user: StoredUser | null): ReturnType<typeof dehydrate> {
  if (user === null) return { mutations: [], queries: [] };
  const state = {
    data: user,
    dataUpdateCount: 1,
    dataUpdatedAt: Date.now(),
    error: null,
    errorUpdateCount: 0,
  };
  return {
    mutations: [],
    queries: [
      {
        queryKey: sessionKey,
        queryHash: sessionHash,
        state: {
          ...state,
          errorUpdatedAt: 0,
          fetchFailureCount: 0,
          fetchFailureReason: null,
          fetchMeta: null,
          isInvalidated: false,
          status: "success",
          fetchStatus: "idle",
        },
        dehydratedAt: Date.now(),
      },
    ],
  };
}

/** The persister writes an empty text where nothing is to be kept; the key is to be gone then. */
const emptyMeansAbsent = (storage: Storage) => ({
  getItem: (key: string) => storage.getItem(key),
  setItem: (key: string, value: string) =>
    value === "" ? storage.removeItem(key) : storage.setItem(key, value),
  removeItem: (key: string) => storage.removeItem(key),
});

/** Calls back when another tab signed out or signed in as somebody else. */
export function watchOtherTabs(uid: () => string | undefined, onSwitched: () => void): void {
  window.addEventListener("storage", (event) => {
    if (event.key !== storageKey) return;
    const now = event.newValue === null ? undefined : readUser(event.newValue)?.uid;
    if (now !== uid()) onSwitched();
  });
}
