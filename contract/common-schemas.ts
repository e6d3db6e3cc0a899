/** Schemas of values that several resources share. */
import * as v from "valibot";

/** Id of a song or playlist: a UUIDv7 from the server or, of a playlist, from its owner's device. */
export const Id = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/));

/** A user's id: the identity provider's `sub`, 1-128 characters, none of them a control character. */
export const Uid = v.pipe(v.string(), v.minLength(1), v.maxLength(128), v.regex(/^\P{Cc}+$/u));

/** ISO 8601 in UTC, as `toISOString` writes it: engines differ in parsing other offsets. */
export const Time = v.pipe(
  v.string(),
  v.regex(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,9})?Z$/,
    "A time is written as 2026-11-21T12:00:00.000Z",
  ),
);

/** URL of a picture or audio file: absolute, or a path at the API's origin. */
export const Url = v.pipe(v.string(), v.minLength(1), v.maxLength(2048));

const limitMessage = "limit takes a whole number from 1 to 500";

/** The page size and cursor of a list; numbers in a query are text. */
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
  /** It may contain a full name of twice fifty characters. */
  cursor: v.optional(v.pipe(v.string(), v.maxLength(5_000))),
});

/** The query for all ids of an ordered list, without bodies. */
export const IdsOnly = v.object({ fields: v.literal("ids") });

/**
 * Muted colour of a picture; null without a picture, or for one whose colour was never measured. The server always sends
 * it; rows that a device stored earlier may lack it.
 */
export const Color = v.optional(v.nullable(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/))));

/** Idempotency-Key of a write: unique per caller. */
export const IdempotencyKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9:_-]{1,100}$/));

/** A user id that grants no rights: if present, it must be the caller's. */
export const Caller = v.object({ userId: v.optional(Uid) });

/**
 * A list from a client. Checks the length first and stops at the first invalid item, so that errors stay short however
 * long the list is.
 */
export const boundedList = <S extends v.GenericSchema>(item: S, max: number) =>
  v.pipe(
    v.custom<v.InferInput<S>[]>(Array.isArray),
    v.maxLength(max, `A list has at most ${max} items here`),
    v.config(v.array(item), { abortEarly: true }),
  );

const Ids = boundedList(Id, 20_000);

/** A new order of a list: the order after the last drop, the order before the first unsent drop, and the moved ids. */
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
