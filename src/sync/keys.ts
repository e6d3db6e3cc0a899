/** The keys of the queries that queued operations touch: one place, read by screens, drainer and storage. */
import type { Touched } from "../../contract/outbox.ts";

export const favouritesKey = (uid: string) => ["favourites", uid] as const;

export function keyOf(touched: Touched, uid: string): readonly unknown[] {
  switch (touched) {
    case "favourites":
      return favouritesKey(uid);
  }
}
