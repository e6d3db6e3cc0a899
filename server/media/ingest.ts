/** From a received file to an asset: inspected, stored under names of ours, entered in the database (specification 15.4-15.8). */
import { Readable } from "node:stream";
import type { Upload } from "../../contract/media.ts";
import type { AppContext } from "../app-context.ts";
import { audioFile, imageFile, makeAssetId, mediaUrl, shownName } from "./asset-ids.ts";
import { uploadErrors } from "./upload-error.ts";
import type { MediaStorage, ReceivedFile, Through } from "./storage.ts";
import { deleteAssets, insertAsset, type Asset, type AssetKind } from "./asset-rows.ts";

export interface IngestContext extends Pick<AppContext, "db" | "now" | "inspector"> {
  storage: MediaStorage & { intake: Through };
}

export type Receiving = AppContext & IngestContext;

/** Whether files come to this server, or go to an outside host. */
export const isReceiving = (deps: AppContext): deps is Receiving => deps.storage.intake.kind === "through";

export interface Origin {
  uid: string;
  kind: AssetKind;
  /** As the uploader calls the file; only ever shown. */
  filename: string | undefined;
  /** Aborted when the uploader is gone. */
  signal?: AbortSignal;
}

/** Takes over a received file, which is gone afterwards. Throws UploadError for content that is not accepted. */
export async function ingestUpload(deps: IngestContext, received: ReceivedFile, origin: Origin): Promise<Asset> {
  try {
    if (received.bytes === 0) throw uploadErrors.empty();
    return origin.kind === "audio" ? await keepAudio(deps, received, origin) : await keepImage(deps, received, origin);
  } finally {
    await received.discard();
  }
}

const entryOf = (deps: IngestContext, received: ReceivedFile, { uid, kind, filename }: Origin) => ({
  id: makeAssetId(),
  publicId: null,
  pending: false,
  uid,
  kind,
  bytes: received.bytes,
  sha256: received.sha256,
  originalFilename: shownName(filename),
  claimedBy: null,
  createdAt: deps.now(),
});

const inspect = <Kind extends AssetKind>(
  { inspector }: IngestContext,
  { path, bytes }: ReceivedFile,
  { uid, signal }: Origin,
  kind: Kind,
) => inspector.inspect(kind, { path, bytes, uid, signal });

async function keepAudio(deps: IngestContext, received: ReceivedFile, origin: Origin): Promise<Asset> {
  const facts = await inspect(deps, received, origin, "audio");
  const asset = { ...entryOf(deps, received, origin), ...facts, width: null, height: null };
  return enter(deps, asset, () => received.keep(audioFile(asset.id)));
}

async function keepImage(deps: IngestContext, received: ReceivedFile, origin: Origin): Promise<Asset> {
  const { facts, variants } = await inspect(deps, received, origin, "image");
  const asset = {
    ...entryOf(deps, received, origin),
    ...facts,
    mimeType: "image/webp",
    duration: null,
    gain: null,
  };
  return enter(deps, asset, async () => {
    for (const { width, webp } of variants) {
      const file = await deps.storage.intake.receive(Readable.from([webp]), webp.length);
      await file.keep(imageFile(asset.id, width));
    }
  });
}

/** The row comes first: if the process dies half-way, a row without files is swept, and no file is without a row. */
async function enter({ db, storage }: IngestContext, asset: Asset, store: () => Promise<void>): Promise<Asset> {
  await insertAsset(db, asset);
  try {
    await store();
    return asset;
  } catch (error) {
    const { gone } = await storage.remove([asset]);
    await deleteAssets(db, gone);
    throw error;
  }
}

/** Cloudinary's reply (specification 12.7). */
export function describeUpload(asset: Asset): Upload {
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
