/** Search as the screens see it: what this device knows, and what the server adds (specification 3.8). */
import { useMemo } from "react";
import { useApp } from "../../app/app-context.ts";
import { useOnline, useOutbox } from "../../app/use-live-table.ts";
import { useDeviceLibrary } from "./device-library.ts";
import { foldQuery } from "./match.ts";
import {
  type Entries,
  type Found,
  findIn,
  type Limits,
  toSearchableEntries,
  withMore,
  withNewer,
  withQueued,
} from "./merge-found.ts";
import { useSearchIndex } from "./search-index.ts";
import { type ServerHits, useServerHits } from "./server-search.ts";

export interface Search {
  /** Folded; empty if there is nothing to search for. */
  query: string;
  found: Found;
  /** More may come: nothing is said to be missing yet. */
  pending: boolean;
  /** Only a part of the library could be searched. */
  partial: boolean;
  /** The server names only the first of them. */
  isCut: boolean;
  retry: () => void;
}

/** @param limits of the hits of each kind; the same object while they do not change */
export function useSearch(text: string, limits: Limits): Search {
  const query = foldQuery(text);
  const isOnline = useOnline();
  const { online } = useApp();
  const { index, seen, at, failed, hasFailed, refetch } = useSearchIndex();
  const isWhole = index?.complete === true;
  const server = useServerHits(isOnline && !isWhole ? query : undefined);
  const known = useKnownEntries(index, hasFailed);
  const outbox = useOutbox();
  const { answers, newest } = server;
  // Whatever was renamed since the index came is found by its new name.
  const newer = newest !== undefined && newest.at > at ? newest.answer : undefined;
  const base = useMemo(() => (newer === undefined ? known : withNewer(known, newer)), [known, newer]);
  const answered = useMemo(() => withMore(base, answers), [base, answers]);
  const all = useMemo(() => withQueued(answered, seen, outbox), [answered, seen, outbox]);
  const found = useMemo(() => findIn(all, query, limits), [all, query, limits]);
  return {
    query,
    found,
    pending: isPending(index !== undefined || failed, server),
    partial: !isWhole && (!isOnline || server.failed),
    isCut: !isWhole && server.isCut,
    retry() {
      online.check();
      refetch();
      if (server.failed) server.refetch();
    },
  };
}

/** An index that is on its way counts as long as the server has not answered in its place. */
const isPending = (isIndexSettled: boolean, server: ServerHits): boolean =>
  server.pending || (!isIndexSettled && (server.failed || server.answers.length === 0));

/** Without an index, what else this device holds. */
function useKnownEntries(index: Entries | undefined, hasFailed: boolean) {
  const others = useDeviceLibrary(index === undefined, hasFailed);
  return useMemo(() => toSearchableEntries(index ?? { artists: [], ...others }), [index, others]);
}
