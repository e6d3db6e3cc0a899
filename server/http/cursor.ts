/** Cursors of lists: opaque to the client, the last row's sort key to us (specification 11.14). */
import * as v from "valibot";
import { invalid } from "./validate.ts";

const Id = v.pipe(v.string(), v.maxLength(128));
/** A number to sort by and the id that breaks ties. */
const Place = v.tuple([v.pipe(v.number(), v.safeInteger()), Id]);
export type Place = v.InferOutput<typeof Place>;
/** The same for lists that are sorted by a name. */
const NamePlace = v.tuple([v.pipe(v.string(), v.maxLength(1_000)), Id]);
export type NamePlace = v.InferOutput<typeof NamePlace>;

export const writeCursor = (place: Place | NamePlace) => Buffer.from(JSON.stringify(place)).toString("base64url");

/** Throws HttpProblem `invalid-request` for text that no list of ours gave out. */
export const readCursor = (cursor: string | undefined) => read(Place, cursor);

/** As `readCursor`, for lists that are sorted by a name. */
export const readNameCursor = (cursor: string | undefined) => read(NamePlace, cursor);

function read<S extends v.GenericSchema>(schema: S, cursor: string | undefined): v.InferOutput<S> | undefined {
  if (cursor === undefined) return undefined;
  try {
    return v.parse(schema, JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw invalid([{ path: "cursor", message: "This cursor is not one of this list" }]);
  }
}

/**
 * A page out of `limit + 1` rows: the extra row tells that there are more, and its page begins after the last shown.
 */
export function toPage<Row>(rows: Row[], limit: number, placeOf: (row: Row) => Place | NamePlace) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    next: rows.length > limit && last !== undefined ? writeCursor(placeOf(last)) : null,
  };
}
