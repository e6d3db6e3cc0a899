/** What a persisted query holds: the answer, and when on this device its request began. */
import * as v from "valibot";
import { beginRequest } from "./logical-clock.ts";
import type { AccountDatabase } from "./database.ts";

export interface VersionedResult<T> {
  value: T;
  begun: number;
  seen: number;
}

export const VersionedResultOf = <S extends v.GenericSchema>(schema: S) =>
  v.object({ value: schema, begun: v.number(), seen: v.number() });

/** Runs a request with its beginning noted, as every query function must (specification 17, overlay). */
export async function answered<T>(db: AccountDatabase, request: () => Promise<T>): Promise<VersionedResult<T>> {
  const begun = await beginRequest(db);
  return { value: await request(), ...begun };
}
