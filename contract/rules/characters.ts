/** Texts counted as people see them (specification 8.15): a family in one picture is one character, a space of no width none. */

/** Beside what Unicode calls ignorable: the blank of Braille, which is drawn as nothing. */
const visible = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Control}\u2800]/u;
const space = /^\p{White_Space}+$/u;

/** Whether anything of it can be seen. */
export const isVisible = (text: string) => visible.test(text);

/** Characters that take room in a line: spaces do, what is never drawn does not. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const cluster of clustersOf(text)) if (isVisible(cluster) || space.test(cluster)) count++;
  return count;
}

const roughly = /\r\n|\P{M}(?:[\p{M}\p{Emoji_Modifier}\u200c]|\u200d\P{M}?)*/gsu;

/** Made when first asked for: its tables take a phone longer to read than a screen to draw. */
let segmenter: Intl.Segmenter | undefined;

/** One string for each. Without the segmenter, marks and joiners are told from the rest by their kind. */
export function clustersOf(text: string): string[] {
  if (typeof Intl.Segmenter !== "function") return text.match(roughly) ?? [];
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
