/** List cursors: opaque to clients, they encode the sort key of the last row. */
import * as v from "valibot";
import { invalid } from "./validate.ts";

const Id = v.pipe(v.string(), v.maxLength(128));
/** A numeric sort key and the id that breaks ties. */
const Place = v.tuple([v.pipe(v.number(), v.safeInteger()), Id]);
export type Place = v.InferOutput<typeof Place>;
/** The same for lists sorted by name. */
const NamePlace = v.tuple([v.pipe(v.string(), v.maxLength(1_000)), Id]);
export type NamePlace = v.InferOutput<typeof NamePlace>;

const writeCursor = (place: Place | NamePlace) => Buffer.from(JSON.stringify(place)).toString("base64url");

/** Throws HttpProblem `invalid-request` for text that is not a cursor. */
export const readCursor = (cursor: string | undefined) => read(Place, cursor);

/** Same as `readCursor`, for lists sorted by name. */
export const readNameCursor = (cursor: string | undefined) => read(NamePlace, cursor);

function read<S extends v.GenericSchema>(schema: S, cursor: string | undefined): v.InferOutput<S> | undefined {
  if (cursor === undefined) return undefined;
  try {
    return v.parse(schema, JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw invalid([{ path: "cursor", message: "This cursor is not one of this list" }]);
  }
}

/** Cuts a page from `limit + 1` rows: the extra row shows that another page follows. */
export function toPage<Row>(rows: Row[], limit: number, placeOf: (row: Row) => Place | NamePlace) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    next: rows.length > limit && last !== undefined ? writeCursor(placeOf(last)) : null,
  };
}
