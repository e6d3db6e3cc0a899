/**
 * What a history entry knows of its screen: what the one before has handed to it, to be shown before its own query answers
 * (specification 3.2.9), and how much it shows. The browser keeps it with the tab's history, so what is handed names its
 * account, and all of it is validated like stored data.
 */
import { type HistoryState, useLocation, useMatch, useRouter } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import * as v from "valibot";
import { PlaylistSnapshot } from "../../contract/playlists.ts";
import { UserSnapshot } from "../../contract/users.ts";
import { useAccount } from "./app-context.ts";

/**
 * The queued changes that something was shown with, by the id of their row. A merge raises a row's version; `added` is what
 * a song's change was then.
 */
const ShownWith = v.record(v.string(), v.object({ version: v.number(), added: v.optional(v.boolean()) }));
export type ShownWith = v.InferOutput<typeof ShownWith>;

const Handed = v.object({
  playlist: v.fallback(v.optional(PlaylistSnapshot), undefined),
  /** Those of `playlist`. */
  shownWith: v.fallback(v.optional(ShownWith), undefined),
  person: v.fallback(v.optional(UserSnapshot), undefined),
});
type Handed = v.InferOutput<typeof Handed>;

declare module "@tanstack/history" {
  interface HistoryState {
    handed?: Handed & { by: string };
    /** See `useEntryState`. */
    kept?: Readonly<Record<string, unknown>>;
  }
}

/** Returns a function that makes the `state` of a link. */
export function useHandOver(): (item: Handed) => { handed: Handed & { by: string } } {
  const { uid } = useAccount();
  return (item) => ({ handed: { ...item, by: uid } });
}

/** What the screen was opened with; empty for one that was opened directly. */
export function useHanded(): Handed {
  const { uid } = useAccount();
  const handed: unknown = useLocation({ select: ({ state }) => state.handed });
  return useMemo(() => {
    // Of the one who signed in before, nothing is shown.
    const read = v.safeParse(v.object({ ...Handed.entries, by: v.literal(uid) }), handed);
    return read.success ? read.output : {};
  }, [handed, uid]);
}

/** In the place of what an entry keeps, while another screen is on its way. */
const elsewhere = Symbol("elsewhere");

/**
 * As `useState`, kept in the history entry, so that Back and a reload find it again (specification 3.2.14).
 * @param name of it, among those of the screen
 */
export function useEntryState<T>(name: string, schema: v.GenericSchema<T>, initial: T): [T, (value: T) => void] {
  const router = useRouter();
  const here = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const kept: unknown = useLocation({
    select: ({ pathname, state }) => (pathname === here ? state.kept?.[name] : elsewhere),
  });
  const read = () => {
    const { success, output } = v.safeParse(schema, kept);
    return { kept, value: success ? output : initial };
  };
  const [shown, setShown] = useState(read);
  // What is shown stays until the next screen takes its place.
  if (kept !== shown.kept && kept !== elsewhere) setShown(read());
  const keep = (next: T) => {
    void router.navigate({
      to: ".",
      search: true,
      hash: true,
      state: (before: HistoryState) => ({ ...before, kept: { ...before.kept, [name]: next } }),
      replace: true,
      resetScroll: false,
    });
  };
  return [shown.value, keep];
}
