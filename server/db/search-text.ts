/** Searches the folded columns by a text, with the best matches first (specification 3.8.1). */
import { foldCase } from "../../contract/rules/fold-case.ts";

/** The folded text, and LIKE patterns for what begins with it, has a word that does, or contains it. */
export type SearchText = readonly [whole: string, beginning: string, word: string, anywhere: string];

export function toSearchText(q: string): SearchText {
  const whole = foldCase(q);
  const escaped = whole.replace(/[\\%_]/g, "\\$&");
  return [whole, `${escaped}%`, `% ${escaped}%`, `%${escaped}%`];
}

/** All SQL. */
interface Searched {
  table: string;
  alias: string;
  /** Folded. */
  column: string;
  where: string;
  /** Of those that match equally well. */
  order: string;
  /** The four parameters of a `SearchText`, and the most rows. */
  text: readonly [string, string, string, string];
  limit: string;
}

/**
 * SQL for the rows that match best, under the table's alias and with a `rank`, in no order and more than `limit`. Each rank is
 * asked for by itself: what many texts contain is found soon, and need not be sorted as a whole. Of the beginnings of words it
 * knows those behind a space; the page, which sorts what has come, knows them all.
 */
export function bestMatches({ table, alias, column, where, order, text, limit }: Searched): string {
  const [whole, beginning, word, anywhere] = text;
  const selects = [
    `${column} = ${whole}`,
    `${column} like ${beginning} and ${column} <> ${whole}`,
    `${column} like ${word} and ${column} not like ${beginning}`,
    `${column} like ${anywhere} and ${column} not like ${word} and ${column} not like ${beginning}`,
  ].map(
    (condition, rank) =>
      `(select ${alias}.*, ${alias}.xmin, ${rank} as rank from ${table} ${alias} where ${where} and ${condition}
        order by ${order} limit ${limit})`,
  );
  return `(${selects.join(" union all ")}) ${alias}`;
}
