/** Searches the folded columns by a text, with the best matches first (specification 3.8.1, 3.8.2). */
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
  /** With its alias. */
  table: string;
  id: string;
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
 * SQL after `from` for the rows that match, up to the limit: the whole text, its beginning, the beginning of a word, any other
 * place. What equals or begins with the text is asked for by itself, so that none of it is cut off; each of the three
 * questions ends early, also where many rows match.
 */
export function bestMatches({ table, id, column, where, order, text, limit }: Searched): string {
  const [whole, beginning, word, anywhere] = text;
  const found = [`${column} = ${whole}`, `${column} like ${beginning}`, `${column} like ${anywhere}`].map(
    (condition) => `(select ${id} from ${table} where ${where} and ${condition} order by ${order} limit ${limit})`,
  );
  return `${table} where ${id} = any(array(${found.join(" union all ")}))
    order by case when ${column} = ${whole} then 0 when ${column} like ${beginning} then 1
      when ${column} like ${word} then 2 else 3 end, ${order}
    limit ${limit}`;
}
