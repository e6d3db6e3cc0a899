/** The first letters of a name's first and last word: "Mika van Alder" and "Mika Alder-Berg" are MA. */
export const initialsOf = (name: string): string => lettersOf(name.split(/\s+/u), (words) => words.at(-1));

/** The first letters of a title's first two words: what a cover without a picture shows. */
export const initialsOfTitle = (title: string): string => lettersOf(title.split(/[\s/–—-]+/u), (words) => words[1]);

function lettersOf(parts: string[], second: (words: string[]) => string | undefined): string {
  const words = parts.flatMap((word) => /[\p{L}\p{N}].*/u.exec(word)?.[0] ?? []);
  const [first = ""] = words;
  // One sign of a script without capitals and spaces says as much as two letters.
  if (/^[\p{Lo}]/u.test(first)) return [...first][0] ?? "";
  const other = words.length > 1 ? second(words) : undefined;
  return [first, other].map((word) => initialOf(word ?? "")).join("");
}

/** A letter may have two as capitals: "ß" is "SS". */
const initialOf = (word: string) => [...([...word][0] ?? "").toUpperCase()][0] ?? "";
