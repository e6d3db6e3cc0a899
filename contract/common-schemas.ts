/** Schemas of single values that several resources use (specification 11). */
import * as v from "valibot";

/** Id of a song or playlist: UUIDv7 text made by the server. */
export const Id = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/));

/** A user's id: the identity provider's `sub`, 1-128 characters. */
export const Uid = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

/** ISO 8601 in UTC, as `toISOString` writes it: with other offsets not every engine reads what the standard allows. */
export const Time = v.pipe(
  v.string(),
  v.regex(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,9})?Z$/,
    "A time is written as 2026-11-21T12:00:00.000Z",
  ),
);

/** Address of a picture or sound: absolute, or a path at the API's origin. */
export const Url = v.pipe(v.string(), v.minLength(1), v.maxLength(2048));

const limitMessage = "limit takes a whole number from 1 to 500";

/** The page size and place of a list; numbers arrive as text in a query. */
export const Page = v.object({
  limit: v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.integer(limitMessage),
      v.minValue(1, limitMessage),
      v.maxValue(500, limitMessage),
    ),
    100,
  ),
  /** It may hold a name of two times fifty characters. */
  cursor: v.optional(v.pipe(v.string(), v.maxLength(5_000))),
});

/** The query that asks a list in the user's order for all its ids, without bodies (specification 11). */
export const IdsOnly = v.object({ fields: v.literal("ids") });

/** Idempotency-Key of a call that writes: unique per caller. */
export const IdempotencyKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9:_-]{1,100}$/));

/** A user id that belongs to the contract but is no authority: where present it must be the caller. */
export const Caller = v.object({ userId: v.optional(Uid) });

/**
 * A list that a client sends. Its length comes before its items, and the first item that is wrong ends the look: what
 * can be said of a list stays short, however long the list is.
 */
export const boundedList = <S extends v.GenericSchema>(item: S, max: number) =>
  v.pipe(
    v.custom<v.InferInput<S>[]>(Array.isArray),
    v.maxLength(max, `A list has at most ${max} items here`),
    v.config(v.array(item), { abortEarly: true }),
  );

const Ids = boundedList(Id, 20_000);

/** A new order of a list: as seen after the last drop, before the first unsent drop, and what was moved (specification 7.5). */
export const NewOrder = v.object({
  orderedList: v.pipe(
    Ids,
    v.check((ids) => new Set(ids).size === ids.length, "An id occurs twice"),
  ),
  base: v.optional(Ids),
  moved: v.optional(Ids),
});
export type NewOrder = v.InferOutput<typeof NewOrder>;

/** The server's list after the merge. */
export const Order = v.object({ orderedList: v.array(Id) });
