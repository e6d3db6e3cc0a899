/** A reading call from request to answer: no transaction, nothing to be done once. */
import type { Endpoint } from "../../contract/endpoint.ts";
import type { Database } from "../db/database.ts";
import { type Handler, type Identify, type Run, serialize } from "./endpoint.ts";
import { parseInput } from "./parse-input.ts";

export interface ReadContext {
  db: Database;
}

export function createRead<E extends Endpoint, C>(
  { db }: ReadContext,
  endpoint: E,
  identify: Identify<C>,
  handler: Handler<E, C>,
): Run {
  return async (request, claims) => {
    // Before anything is begun for a request that cannot be answered.
    const input = parseInput(endpoint, request, claims);
    const caller = await identify(db, claims, false);
    return serialize(endpoint, await handler({ ...input, caller, db, after: refuseAfter }));
  };
}

function refuseAfter(): never {
  throw new Error("A reading call commits nothing");
}
