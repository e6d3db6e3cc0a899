/** Limits a user's unclaimed uploads (specification 15.9). */
import type { Queryable } from "../db/database.ts";
import type { AppContext } from "../app-context.ts";
import { HttpProblem } from "../http/problem.ts";
import { countUnclaimed } from "./asset-rows.ts";
import { unclaimedMs } from "./garbage-collect.ts";

/** Enough: a batch claims each song after its upload. */
const maxFiles = 200;
/** Total size, in files of the maximum size. */
const maxLargestFiles = 10;

/** Throws HttpProblem `too-many-requests` when another file of `bytes` would exceed the quota. */
export async function checkUploadQuota(
  db: Queryable,
  { settings, now }: Pick<AppContext, "settings" | "now">,
  uid: string,
  bytes: number,
): Promise<void> {
  const present = await countUnclaimed(db, uid, now() - unclaimedMs);
  const maxBytes = maxLargestFiles * settings.maxAudioBytes * settings.rateFactor;
  if (present.files < maxFiles * settings.rateFactor && present.bytes + bytes <= maxBytes) return;
  throw new HttpProblem("too-many-requests", {
    detail: "Many of your uploads were never saved. They go within a day: try again then",
    retryAfter: 3600,
  });
}
