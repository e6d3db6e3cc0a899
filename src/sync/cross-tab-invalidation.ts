/** The word that the server's state changed: to what is stored, to this program's screens and to those of all tabs. */
import * as v from "valibot";
import type { Touched } from "../../contract/outbox-operations.ts";
import type { AccountDatabase } from "../db/database.ts";
import { outdateQueries } from "../db/query-store.ts";
import { keyOf } from "./query-keys.ts";

const Keys = v.array(v.array(v.unknown()));
type Keys = readonly (readonly unknown[])[];

export interface CrossTabInvalidation {
  /** Marks stored answers as stale and has every tab ask again. */
  announce(touched: readonly Touched[]): Promise<void>;
  close(): void;
}

/** @param onKeys told what this or another program announces; absent where there are no screens */
export function createCrossTabInvalidation(db: AccountDatabase, onKeys?: (keys: Keys) => void): CrossTabInvalidation {
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(`offbeat-${db.uid}`);
  if (onKeys !== undefined)
    channel?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
      // A tab of another version of the app may say something else.
      if (v.is(Keys, data)) onKeys(data);
    });
  return {
    async announce(touched) {
      const keys = touched.map((one) => keyOf(one, db.uid));
      try {
        await outdateQueries(db, keys);
      } finally {
        // Also where the storage fails: the screens can still ask.
        onKeys?.(keys);
        channel?.postMessage(keys);
      }
    },
    close: () => channel?.close(),
  };
}
