/** The word that the server's state changed: to what is stored, to this program's screens and to those of all tabs. */
import type { Touched } from "../../contract/outbox.ts";
import type { AccountDatabase } from "../db/database.ts";
import { outdateQueries } from "../db/query-store.ts";
import { keyOf } from "./keys.ts";

type Keys = readonly (readonly unknown[])[];

export interface Announcer {
  /** Marks stored answers as stale and has every tab ask again. */
  announce(touched: readonly Touched[]): Promise<void>;
  close(): void;
}

/** @param onKeys told what this or another program announces; absent where there are no screens */
export function createAnnouncer(db: AccountDatabase, onKeys?: (keys: Keys) => void): Announcer {
  const channel =
    typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(`offbeat-${db.uid}`);
  // Only our own programs write to this channel.
  if (onKeys !== undefined)
    channel?.addEventListener("message", (event: MessageEvent<Keys>) => onKeys(event.data));
  return {
    async announce(touched) {
      const keys = touched.map((one) => keyOf(one, db.uid));
      await outdateQueries(db, keys);
      onKeys?.(keys);
      channel?.postMessage(keys);
    },
    close: () => channel?.close(),
  };
}
