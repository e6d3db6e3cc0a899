/** The pipeline of a read: no transaction, no idempotency key. */
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Database } from "../db/database.ts";
import { type Handler, type Identify, type Run, serialize } from "./endpoint.ts";
import { parseInput } from "./parse-input.ts";

interface ReadContext {
  db: Database;
}

export function createRead<E extends Endpoint, C>(
  { db }: ReadContext,
  endpoint: E,
  identify: Identify<C>,
  handler: Handler<E, C>,
): Run {
  return async (request, claims) => {
    // Validates first, before any database work.
    const input = parseInput(endpoint, request, claims);
    const caller = await identify(db, claims, false);
    return serialize(endpoint, await handler({ ...input, caller, db, after: refuseAfter }));
  };
}

function refuseAfter(): never {
  throw new Error("A read commits nothing");
}
