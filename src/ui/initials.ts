/** The first letters of a name's first and last word: "Mika van Alder" is MA. */
export const initialsOf = (name: string): string => lettersOf(name, (words) => words.at(-1));

/** The first letters of a title's first two words: what a cover without a picture shows. */
export const initialsOfTitle = (title: string): string => lettersOf(title, (words) => words[1]);

function lettersOf(text: string, second: (words: string[]) => string | undefined): string {
  const words = text.split(/[\s/–—-]+/u).flatMap((word) => /[\p{L}\p{N}].*/u.exec(word)?.[0] ?? []);
  const [first = ""] = words;
  // One sign of a script without capitals and spaces says as much as two letters.
  if (/^[\p{Lo}]/u.test(first)) return [...first][0] ?? "";
  const other = words.length > 1 ? second(words) : undefined;
  return [first, other]
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
