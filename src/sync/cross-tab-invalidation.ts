/** Invalidates queries after a change of the server's state: stored results, and the queries of all tabs. */
import * as v from "valibot";
import type { Touched } from "../../contract/outbox-operations.ts";
import type { AccountDatabase } from "../db/database.ts";
import { outdateQueries } from "../db/query-store.ts";
import { keyOf } from "./query-keys.ts";

const Keys = v.array(v.array(v.unknown()));
export type Keys = readonly (readonly unknown[])[];

interface CrossTabInvalidation {
  /** Marks stored results as stale and has every tab refetch. */
  announce(touched: readonly Touched[]): Promise<void>;
  /** The same for query keys, or their beginnings. */
  announceKeys(keys: Keys): Promise<void>;
  close(): void;
}

/** @param onKeys called with the keys that any tab or the worker announces; absent in the worker */
export function createCrossTabInvalidation(db: AccountDatabase, onKeys?: (keys: Keys) => void): CrossTabInvalidation {
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(`offbeat-${db.uid}`);
  if (onKeys !== undefined)
    channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      // A tab of another version may send another format.
      if (v.is(Keys, data)) onKeys(data);
    });
  let isClosed = false;

  async function announceKeys(keys: Keys): Promise<void> {
    try {
      await outdateQueries(db, keys);
    } finally {
      // Screens can refetch even if the storage fails, but not after a sign-out.
      if (!isClosed) {
        onKeys?.(keys);
        channel?.postMessage(keys);
      }
    }
  }
  return {
    announce: (touched) => announceKeys(touched.map((one) => keyOf(one, db.uid))),
    announceKeys,
    close() {
      isClosed = true;
      channel?.close();
    },
  };
}
