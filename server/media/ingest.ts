/** Turns a received file into an asset: inspects it, stores it and inserts its row (specification 15.4-15.8). */
import { Readable } from "node:stream";
import type { Upload } from "../../contract/media.ts";
import type { AppContext } from "../app-context.ts";
import { HttpProblem } from "../http/problem.ts";
import type { TokenClaims } from "../http/bearer.ts";
import { lockProfile } from "../users/profile-rows.ts";
import { audioFile, imageFile, makeAssetId, mediaUrl, shownName } from "./asset-ids.ts";
import { uploadErrors } from "./upload-error.ts";
import { checkUploadQuota } from "./upload-quota.ts";
import type { MediaStorage, ReceivedFile, Through } from "./storage.ts";
import { deleteAssets, insertAsset, isKept, type Asset, type AssetKind, type UploadedAsset } from "./asset-rows.ts";

export interface IngestContext extends Pick<AppContext, "db" | "now" | "settings" | "inspector" | "tokens"> {
  storage: MediaStorage & { intake: Through };
}

export type Receiving = AppContext & IngestContext;

/** Whether uploads come to this server, not to an external host. */
export const isReceiving = (deps: AppContext): deps is Receiving => deps.storage.intake.kind === "through";

export interface Origin {
  uid: string;
  kind: AssetKind;
  /** The uploader's file name, only for display. */
  filename: string | undefined;
  /** The uploader's name for a file that came in parts. */
  uploadId?: string | null;
  /** Aborts when the uploader disconnects. */
  signal?: AbortSignal;
  /** The uploader's; without them the operator imports the file, for somebody who may get a profile later. */
  claims?: TokenClaims;
}

/** Consumes a received file. Throws UploadError for refused content. */
export async function ingestUpload(deps: IngestContext, received: ReceivedFile, origin: Origin): Promise<Asset> {
  try {
    if (received.bytes === 0) throw uploadErrors.empty();
    return origin.kind === "audio"
      ? await ingestAudio(deps, received, origin)
      : await ingestImage(deps, received, origin);
  } finally {
    await received.discard();
  }
}

const entryOf = (deps: IngestContext, received: ReceivedFile, { uid, kind, filename, uploadId = null }: Origin) => ({
  id: makeAssetId(),
  publicId: null,
  pending: false,
  uid,
  kind,
  bytes: received.bytes,
  sha256: received.sha256,
  originalFilename: shownName(filename),
  claimedBy: null,
  uploadId,
  createdAt: deps.now(),
});

const inspect = <Kind extends AssetKind>(
  { inspector }: IngestContext,
  { path, bytes }: ReceivedFile,
  { uid, signal }: Origin,
  kind: Kind,
) => inspector.inspect(kind, { path, bytes, uid, signal });

async function ingestAudio(deps: IngestContext, received: ReceivedFile, origin: Origin): Promise<Asset> {
  const facts = await inspect(deps, received, origin, "audio");
  const asset = { ...entryOf(deps, received, origin), ...facts, width: null, height: null, color: null };
  return insertAndStore(deps, asset, origin, () => received.keep(audioFile(asset.id)));
}

async function ingestImage(deps: IngestContext, received: ReceivedFile, origin: Origin): Promise<Asset> {
  const { facts, variants, color } = await inspect(deps, received, origin, "image");
  const asset = {
    ...entryOf(deps, received, origin),
    ...facts,
    color,
    mimeType: "image/webp",
    duration: null,
    gain: null,
    peak: null,
    lyrics: null,
  };
  return insertAndStore(deps, asset, origin, async () => {
    for (const { width, webp } of variants) {
      const file = await deps.storage.intake.receive(Readable.from([webp]), webp.length);
      await file.keep(imageFile(asset.id, width));
    }
  });
}

/**
 * Inserts the row first: after a crash, garbage collection finds a row without files, but never a file without a row.
 * Throws HttpProblem `unauthenticated` and `no-profile` when sign-in or account have ended meanwhile: nothing of it stays
 * (specification 2.27, 2.28); and `too-many-requests` beyond the quota (specification 15.9).
 */
async function insertAndStore(
  deps: IngestContext,
  asset: Asset,
  { uid, claims }: Origin,
  store: () => Promise<void>,
): Promise<Asset> {
  const { db, storage, tokens } = deps;
  if (claims) await tokens.checkSignIn(claims);
  await db.transaction(async (tx) => {
    // A deletion of the account has been, or waits, and then finds the row.
    if (claims && (await lockProfile(tx, uid)) === undefined) throw new HttpProblem("no-profile");
    // Again: others of theirs may have come meanwhile.
    if (claims) await checkUploadQuota(tx, deps, uid, asset.bytes);
    await insertAsset(tx, asset);
  });
  try {
    await store();
    // A deletion in between has looked for the files in vain.
    if (!(await isKept(db, asset.id))) throw new HttpProblem("no-profile");
    return asset;
  } catch (error) {
    const { gone } = await storage.remove([asset]);
    await deleteAssets(db, gone);
    throw error;
  }
}

/** Serializes an asset in the format of Cloudinary's reply. */
export function describeUpload(asset: UploadedAsset): Upload {
  const url = mediaUrl(asset.id);
  return {
    public_id: asset.id,
    url,
    secure_url: url,
    bytes: asset.bytes,
    format: asset.format,
    resource_type: asset.kind === "audio" ? "video" : "image",
    original_filename: asset.originalFilename,
    created_at: new Date(asset.createdAt).toISOString(),
    ...(asset.duration === null ? {} : { duration: asset.duration, is_audio: true }),
    ...(asset.width === null || asset.height === null ? {} : { width: asset.width, height: asset.height }),
  };
}
