/** Cuts a text to `length` UTF-16 units at most; half a character at its end is left out, as no text has one. */
export const cutText = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
