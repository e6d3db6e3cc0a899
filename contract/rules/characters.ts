/** Counts characters as people see them: a family emoji is one, a zero-width space none (specification 8.15). */

/** Unicode's ignorable characters plus the Braille blank, which draws nothing, do not match. */
const visible = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Control}\u2800\u{1d159}\u{13441}\u{13442}]/u;
const space = /^\p{White_Space}+$/u;

/** Whether any character is visible. */
export const isVisible = (text: string) => visible.test(text);

const directions = /[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Takes out the characters that embed, isolate or override a direction: left open, they turn whatever follows the text
 * around. The marks of direction stay, as they reach no further than their place.
 */
export const withoutDirections = (text: string) => text.replace(directions, "");

/** Counts grapheme clusters with a width: spaces count, invisible characters do not. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const cluster of clustersOf(text)) if (isVisible(cluster) || space.test(cluster)) count++;
  return count;
}

const roughly = /\r\n|\P{M}(?:[\p{M}\p{Emoji_Modifier}\u200c]|\u200d\P{M}?)*/gsu;

/** Created lazily: on a phone, loading its tables takes longer than drawing a screen. */
let segmenter: Intl.Segmenter | undefined;

/** Splits a text into grapheme clusters, approximately in engines without `Intl.Segmenter`. */
export function clustersOf(text: string): string[] {
  if (typeof Intl.Segmenter !== "function") return text.match(roughly) ?? [];
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
