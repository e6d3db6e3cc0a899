/** The data of a persisted query: the response, and when its request began by the logical clock. */
import * as v from "valibot";
import { beginRequest } from "./logical-clock.ts";
import type { AccountDatabase } from "./database.ts";

export interface VersionedResult<T> {
  value: T;
  begun: number;
  seen: number;
  /** When the answer came, in milliseconds since the epoch; results of older versions lack it. */
  at?: number;
}

export const VersionedResultOf = <S extends v.GenericSchema>(schema: S) =>
  v.object({ value: schema, begun: v.number(), seen: v.number(), at: v.exactOptional(v.number()) });

/** Runs a request and stamps its result with its start. Every query function must use it. */
export async function versioned<T>(db: AccountDatabase, request: () => Promise<T>): Promise<VersionedResult<T>> {
  const begun = await beginRequest(db);
  return { value: await request(), ...begun, at: Date.now() };
}
