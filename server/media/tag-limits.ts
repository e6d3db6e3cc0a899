/** How many tags a file may have (specification 15.20). */
import type { IOptions } from "music-metadata";

/** A song with every field that taggers know has some hundred. */
const tagsAtMost = 5_000;

/**
 * Watches a parser at work and throws out of it at one tag too many. The parser compares each value of a list with all
 * before it, even while it ends: from then on it finds the lists empty.
 */
export function limitTags(): NonNullable<IOptions["observer"]> {
  // One for all: a parser that goes on may meet it a million times.
  const tooMany = new Error("The file has too many tags");
  let tags = 0;
  return ({ metadata, tag }) => {
    if (tag.type !== "common" || ++tags <= tagsAtMost) return;
    for (const list of Object.values(metadata.common)) if (Array.isArray(list)) list.length = 0;
    throw tooMany;
  };
}
