/** Limits the number of tags in a file (specification 15.20). */
import type { IOptions } from "music-metadata";

/** A fully tagged song has about a hundred. */
const maxTags = 5_000;

/**
 * Observes a parser and throws at one tag too many. Also empties the parser's lists: it compares each value with all
 * earlier ones, even while it aborts.
 */
export function limitTags(): NonNullable<IOptions["observer"]> {
  // Reuses one error: a parser that continues may throw it a million times.
  const tooMany = new Error("The file has too many tags");
  let tags = 0;
  return ({ metadata, tag }) => {
    if (tag.type !== "common" || ++tags <= maxTags) return;
    for (const list of Object.values(metadata.common)) if (Array.isArray(list)) list.length = 0;
    throw tooMany;
  };
}
