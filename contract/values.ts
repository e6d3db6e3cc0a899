/** Schemas of single values that several resources use (specification 11). */
import * as v from "valibot";

/** Id of a song or playlist: UUIDv7 text made by the server. */
export const Id = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
);

/** A user's id: the identity provider's `sub`, 1-128 characters. */
export const Uid = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

/** ISO 8601 in UTC. */
export const Time = v.pipe(v.string(), v.isoTimestamp());

/** Address of a picture or sound: absolute, or a path at the API's origin. */
export const Url = v.pipe(v.string(), v.minLength(1), v.maxLength(2048));

/** The page size and place of a list; numbers arrive as text in a query. */
export const Page = v.object({
  limit: v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.integer(),
      v.minValue(1),
      v.maxValue(500),
    ),
    100,
  ),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(500))),
});

/** The query that asks a list in the user's order for all its ids, without bodies (specification 11). */
export const IdsOnly = v.object({ fields: v.literal("ids") });

/** Idempotency-Key of a call that writes: unique per caller. */
export const IdempotencyKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9:_-]{1,100}$/));
