/** Titles and names of the items in queued changes, for the screen that lists them. */
import * as v from "valibot";
import type { ParsedRow } from "../db/outbox-table.ts";

const Names = v.object({
  /** The song's. */
  title: v.optional(v.string()),
  playlistTitle: v.optional(v.string()),
  userName: v.optional(v.string()),
});
type Names = v.InferOutput<typeof Names>;

/** Empty for a row that survived a sign-out (specification 17.38). */
export function namesOf({ snapshot }: Pick<ParsedRow, "snapshot">): Names {
  const names = v.safeParse(Names, snapshot);
  return names.success ? names.output : {};
}
