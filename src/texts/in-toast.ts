import { clustersOf } from "../../contract/rules/characters.ts";

/** Characters, as people see them, of a title in a toast: what happened has to stay in sight. */
const longest = 40;

/**
 * A title as part of a sentence: a long one is cut, and one that may read from right to left does not turn the words
 * around it.
 */
export function inToast(title: string): string {
  const characters = clustersOf(title);
  const short =
    characters.length > longest
      ? `${characters
          .slice(0, longest - 1)
          .join("")
          .trimEnd()}…`
      : title;
  return isFromRight.test(short) ? `\u2068${short}\u2069` : short;
}

/** Hebrew, Arabic and their neighbours. */
const isFromRight = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
