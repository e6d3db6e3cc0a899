/**
 * Direct uploads to an external host: announced before the upload, verified at the claim (specification 15.16, 15.17).
 */
import { LRUCache } from "lru-cache";
import type { Queryable } from "../db/database.ts";
import type { AppContext } from "../app-context.ts";
import { HttpProblem } from "../http/problem.ts";
import { isWithin } from "../lib/is-within.ts";
import { checkUploadQuota } from "./upload-quota.ts";
import { makeAssetId } from "./asset-ids.ts";
import { uploadErrors, UploadError } from "./upload-error.ts";
import { findPending, insertAsset, completeAsset, type AssetKind, type Facts } from "./asset-rows.ts";
import { removeReleased } from "./garbage-collect.ts";

const emptyFacts = {
  pending: true,
  bytes: 0,
  sha256: null,
  mimeType: "",
  format: "",
  originalFilename: "",
  duration: null,
  gain: null,
  peak: null,
  lyrics: null,
  width: null,
  height: null,
  color: null,
} as const;

/**
 * Returns extra form fields for an upload. With an external host they contain the file's name there: 128 random bits,
 * known only to this user and this server, and valid for one file. Throws HttpProblem `too-many-requests`.
 */
export async function announceUpload(
  db: Queryable,
  deps: Pick<AppContext, "storage" | "settings" | "now">,
  uid: string,
  kind: AssetKind,
): Promise<Record<string, string>> {
  const { intake } = deps.storage;
  if (intake.kind === "through") return {};
  await checkUploadQuota(db, deps, uid, 0);
  // Id and public id differ: others see the id in URLs, but the public id would give access at the host.
  const publicId = makeAssetId();
  await insertAsset(db, {
    ...emptyFacts,
    id: makeAssetId(),
    publicId,
    uid,
    kind,
    claimedBy: null,
    uploadId: null,
    createdAt: deps.now(),
  });
  return intake.fieldsFor(publicId);
}

/** After the first look at the host that found nothing; each further one doubles it. Milliseconds. */
const firstPauseMs = 1_000;
const longestPauseMs = 60 * 60 * 1000;

interface Look {
  result: Promise<void>;
  /** When there was none, in milliseconds since the epoch; undefined while it looks. */
  failedAt: number | undefined;
  /** Until the host is asked again; milliseconds. */
  pause: number;
}

const looksOf = new WeakMap<AppContext["storage"], LRUCache<string, Look>>();

/**
 * Inspects the uploaded file at the host and stores its facts; removes a refused file. One look at a time for each file,
 * and seldom again where there was none: each costs calls of the host's Admin API, whose hourly budget everybody shares.
 * Throws HttpProblem `upload-not-found`, `unsupported-media`, `too-large` or `unavailable`.
 */
export async function verifyDirectUpload(deps: AppContext, id: string): Promise<void> {
  const looks = looksOf.get(deps.storage) ?? new LRUCache<string, Look>({ max: 20_000 });
  looksOf.set(deps.storage, looks);
  const last = looks.get(id);
  const isRecent = ({ failedAt, pause: ms }: Look) => failedAt === undefined || isWithin(ms, failedAt, deps.now());
  if (last !== undefined && isRecent(last)) return last.result;
  const pause = last === undefined ? firstPauseMs : Math.min(last.pause * 2, longestPauseMs);
  const look: Look = { result: verify(deps, id), failedAt: undefined, pause };
  looks.set(id, look);
  try {
    await look.result;
    looks.delete(id);
  } catch (error) {
    if (error instanceof HttpProblem && error.code === "upload-not-found") look.failedAt = deps.now();
    else looks.delete(id);
    throw error;
  }
}

async function verify(deps: AppContext, id: string): Promise<void> {
  const { intake } = deps.storage;
  const asset = await findPending(deps.db, id);
  if (!asset?.publicId) return;
  // It was announced for a host that this server no longer uses.
  if (intake.kind === "through") throw new HttpProblem("upload-not-found");
  try {
    const facts = await intake.inspect(asset.publicId, asset.kind);
    if (!facts) throw new HttpProblem("upload-not-found");
    checkSize(deps, asset.kind, facts);
    await completeAsset(deps.db, id, facts);
  } catch (error) {
    if (!(error instanceof UploadError)) throw error;
    // What the host does not remove now goes with the next sweep.
    await removeReleased(deps, [id]).catch(() => {});
    const code = error.status === 413 ? "too-large" : "unsupported-media";
    throw new HttpProblem(code, { detail: error.message });
  }
}

function checkSize({ settings }: AppContext, kind: AssetKind, { bytes }: Facts): void {
  const limit = kind === "audio" ? settings.maxAudioBytes : settings.maxImageBytes;
  if (bytes > limit) throw uploadErrors.tooLarge(limit);
}
