/**
 * Who is signed in, as the page remembers it: the query `session`, kept under the local storage key `user` and read
 * from there before the first paint (specification 2).
 */
import { type QueryClient, skipToken, useQuery } from "@tanstack/react-query";
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
  const text = storage.getItem(storageKey);
  const stored = text === null ? null : readUser(text);
  if (stored !== null) writeSession(client, stored);
  // At once, not in a task of its own: the page may be left or closed before that one runs.
  watchSession(client, () => {
    const user = readSession(client);
    try {
      if (user === null) storage.removeItem(storageKey);
      else storage.setItem(storageKey, JSON.stringify(user));
    } catch (error) {
      // A full storage costs the next start its user, not this visit.
      console.warn("Who is signed in could not be kept", error);
    }
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

/** Calls back when another tab signed out or signed in as somebody else. */
export function watchOtherTabs(uid: () => string | undefined, onSwitched: () => void): void {
  window.addEventListener("storage", (event) => {
    if (event.key !== storageKey) return;
    const now = event.newValue === null ? undefined : readUser(event.newValue)?.uid;
    if (now !== uid()) onSwitched();
  });
}
