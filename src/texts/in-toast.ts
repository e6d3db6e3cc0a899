import { clustersOf, withoutDirections } from "../../contract/rules/characters.ts";

/** Characters, as people see them, of a title in a toast: what happened has to stay in sight. */
const longest = 40;

/** A name within a sentence: one that may read from right to left does not turn the words around it. */
export function inSentence(name: string): string {
  const clean = withoutDirections(name);
  return isFromRight.test(clean) ? `\u2068${clean}\u2069` : clean;
}

/** A title within the sentence of a toast: a long one is cut, too. */
export function inToast(title: string): string {
  const characters = clustersOf(title);
  const short =
    characters.length > longest
      ? `${characters
          .slice(0, longest - 1)
          .join("")
          .trimEnd()}…`
      : title;
  return inSentence(short);
}

/** Hebrew, Arabic and their neighbours. */
const isFromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
