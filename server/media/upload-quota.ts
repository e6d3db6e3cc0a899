/** How much of what nothing shows yet one user may have lying here (specification 15.9). */
import type { Queryable } from "../db/database.ts";
import type { AppContext } from "../app-context.ts";
import { HttpProblem } from "../http/problem.ts";
import { countUnclaimed } from "./asset-rows.ts";
import { unclaimedMs } from "./garbage-collect.ts";

/** A batch of songs is sent and saved one after the other: what lies here for longer was given up. */
const filesAtMost = 200;
/** In files of the largest size. */
const largestAtMost = 10;

/** Throws HttpProblem `too-many-requests` where another file, of `bytes`, would be too much. */
export async function checkUploadQuota(
  db: Queryable,
  { settings, now }: Pick<AppContext, "settings" | "now">,
  uid: string,
  bytes: number,
): Promise<void> {
  const present = await countUnclaimed(db, uid, now() - unclaimedMs);
  const room = largestAtMost * settings.maxAudioBytes * settings.rateFactor;
  if (present.files < filesAtMost * settings.rateFactor && present.bytes + bytes <= room) return;
  throw new HttpProblem("too-many-requests", {
    detail: "Many of your uploads were never saved. They go within a day: try again then",
    retryAfter: 3600,
  });
}
