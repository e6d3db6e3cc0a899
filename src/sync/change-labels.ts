/** What a queued change was about, in words, for the screen that lists changes. */
import * as v from "valibot";
import type { ParsedRow } from "../db/outbox-table.ts";

const Names = v.object({
  /** The song's. */
  title: v.optional(v.string()),
  playlistTitle: v.optional(v.string()),
  userName: v.optional(v.string()),
});
export type Names = v.InferOutput<typeof Names>;

/** None for a row that was kept across a sign-out (specification 17.38). */
export function namesOf({ snapshot }: Pick<ParsedRow, "snapshot">): Names {
  const names = v.safeParse(Names, snapshot);
  return names.success ? names.output : {};
}
