/**
 * Direct uploads to an external host: announced before the upload, verified at the claim (specification 15.16, 15.17).
 */
import type { Queryable } from "../db/database.ts";
import type { AppContext } from "../app-context.ts";
import { HttpProblem } from "../http/problem.ts";
import { checkUploadQuota } from "./upload-quota.ts";
import { makeAssetId } from "./asset-ids.ts";
import { uploadErrors, UploadError } from "./upload-error.ts";
import { findPending, insertAsset, completeAsset, type AssetKind, type Facts } from "./asset-rows.ts";
import { lookAtHost } from "./host-looks.ts";
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

/**
 * Inspects the uploaded file at the host and stores its facts; removes a refused file. Throws HttpProblem
 * `upload-not-found`, `unsupported-media`, `too-large` or `unavailable`.
 */
export async function verifyDirectUpload(deps: AppContext, id: string): Promise<void> {
  const { intake } = deps.storage;
  const asset = await findPending(deps.db, id);
  if (!asset?.publicId) return;
  // It was announced for a host that this server no longer uses.
  if (intake.kind === "through") throw new HttpProblem("upload-not-found");
  try {
    const facts = await lookAtHost(intake, asset.publicId, asset.kind, deps.now);
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
