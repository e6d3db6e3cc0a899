/**
 * Searches entries by text: a case-insensitive substring match (specification 3.8.1). Pure. The texts are folded once
 * per entry, because folding is what would make a key press slow.
 */
import { foldCase } from "../../../contract/rules/fold-case.ts";

/** Entries with their folded texts, in the order of the list. */
export interface Searchable<T> {
  readonly entries: readonly T[];
  readonly folded: readonly string[];
}

export const toSearchable = <T>(entries: readonly T[], textOf: (entry: T) => string): Searchable<T> => ({
  entries,
  folded: entries.map((entry) => foldCase(textOf(entry))),
});

/** The query as it is compared; empty if there is nothing to search for. */
export const foldQuery = (text: string) => foldCase(text);

/** How well a text matches: the whole text, its beginning, the beginning of a word, or anywhere. */
const ranks = 4;

function rankOf(folded: string, query: string): number | undefined {
  const at = folded.indexOf(query);
  if (at < 0) return undefined;
  if (at === 0) return folded.length === query.length ? 0 : 1;
  return startsWord(folded, query, at) ? 2 : 3;
}

/** Whether any occurrence from `at` on follows something that is not a letter or digit. */
function startsWord(folded: string, query: string, at: number): boolean {
  for (let place = at; place > 0; place = folded.indexOf(query, place + 1))
    if (!endsInWord.test(folded.slice(Math.max(0, place - 2), place))) return true;
  return false;
}

/** Of the two units before it, which may be one letter. */
const endsInWord = /[\p{L}\p{N}\p{M}]$/u;

export interface Matches<T> {
  /** The best first; equal ones in the order of the list. */
  hits: T[];
  /** How many match, shown or not. */
  total: number;
}

/**
 * @param query from `foldQuery`; an empty one matches nothing
 * @param limit of `hits`
 */
export function findMatches<T>({ entries, folded }: Searchable<T>, query: string, limit: number): Matches<T> {
  if (query === "") return { hits: [], total: 0 };
  const byRank: T[][] = Array.from({ length: ranks }, () => []);
  let total = 0;
  for (const [index, entry] of entries.entries()) {
    const rank = rankOf(folded[index] ?? "", query);
    if (rank === undefined) continue;
    total += 1;
    const same = byRank[rank];
    if (same !== undefined && same.length < limit) same.push(entry);
  }
  return { hits: byRank.flat().slice(0, limit), total };
}
