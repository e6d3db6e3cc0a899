/** SQL of uploaded files: uploads, claims and access (specification 15.9, 15.13). */
import * as v from "valibot";
import type { LyricLine } from "../../contract/songs.ts";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";

const AssetKind = v.picklist(["audio", "image"]);
export type AssetKind = v.InferOutput<typeof AssetKind>;

/** A row of `assets`; lengths in seconds, bytes and pixels, gain in dB, peak of 1, `createdAt` in milliseconds since the epoch. */
export interface Asset {
  id: string;
  /** The secret name at an external host; null for a file on the local disk. */
  publicId: string | null;
  /** Announced by the uploader, but not verified yet. */
  pending: boolean;
  uid: string;
  kind: AssetKind;
  bytes: number;
  /** Lower-case hexadecimal; null when the external host does not report it. */
  sha256: string | null;
  mimeType: string;
  format: string;
  originalFilename: string;
  duration: number | null;
  gain: number | null;
  peak: number | null;
  width: number | null;
  height: number | null;
  /** `#rrggbb` of a picture (`cover-color.ts`). */
  color: string | null;
  /** Of audio. */
  lyrics: LyricLine[] | null;
  claimedBy: string | null;
  /** The uploader's name for it while it came in parts. */
  uploadId: string | null;
  createdAt: number;
}

/** The result of an inspection. */
export type Facts = Pick<
  Asset,
  "bytes" | "sha256" | "mimeType" | "format" | "duration" | "gain" | "peak" | "width" | "height" | "color"
>;

const StoredAsset = v.object({
  id: v.string(),
  publicId: v.nullable(v.string()),
  kind: AssetKind,
  format: v.string(),
  bytes: v.number(),
});
export type StoredAsset = v.InferOutput<typeof StoredAsset>;

const PendingAsset = v.pick(StoredAsset, ["publicId", "kind"]);
type PendingAsset = v.InferOutput<typeof PendingAsset>;

const these = "(select value from json_array_elements_text($1::json))";

/** SQL expression: the colour of the picture whose id is in `column`. */
export const colorOf = (column: string) => `(select a.color from assets a where a.id = ${column})`;

export async function insertAsset(db: Queryable, asset: Asset): Promise<void> {
  await db.query(
    `insert into assets (id, uid, kind, bytes, sha256, mime_type, format, original_filename,
       duration, gain, width, height, claimed_by, created_at, public_id, pending, color, peak, lyrics, upload_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
    [
      asset.id,
      asset.uid,
      asset.kind,
      asset.bytes,
      asset.sha256,
      asset.mimeType,
      asset.format,
      asset.originalFilename,
      asset.duration,
      asset.gain,
      asset.width,
      asset.height,
      asset.claimedBy,
      asset.createdAt,
      asset.publicId,
      asset.pending,
      asset.color,
      asset.peak,
      asset.lyrics && JSON.stringify(asset.lyrics),
      asset.uploadId,
    ],
  );
}

/**
 * Marks unused files in the transaction that removes the last reference; `collectGarbage` deletes them. A
 * released file cannot be claimed or delivered again.
 */
export async function releaseAssets(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  tx.invalidate("deliveries");
  await tx.query(`update assets set claimed_by = null, released = true where id in ${these}`, [JSON.stringify(ids)]);
}

/** Whether the file is there and was not released. */
export async function isKept(db: Queryable, id: string): Promise<boolean> {
  return (await db.query("select id from assets where id = $1 and not released", [id])).length > 0;
}

interface Unclaimed {
  /** Milliseconds since the epoch. */
  before: number;
  /** Of those that were swept only the ones from before it count. */
  sweptBefore: number;
  /** Begins after this id. */
  after: string;
  limit: number;
}

/** Lists released assets, and unclaimed ones from before a time, by id. */
export async function listUnclaimed(
  db: Queryable,
  { before, sweptBefore, after, limit }: Unclaimed,
): Promise<string[]> {
  const rows = await readRows(
    db,
    v.object({ id: v.string() }),
    `(select id from assets where released and id > $4 and not (swept and created_at >= $3) order by id limit $2)
     union (select id from assets where claimed_by is null and created_at < $1 and id > $4
       and not (swept and created_at >= $3) order by id limit $2) order by id limit $2`,
    [before, limit, sweptBefore, after],
  );
  return rows.map(({ id }) => id);
}

/** Counts a user's unclaimed assets since `after`, milliseconds since the epoch. */
export async function countUnclaimed(
  db: Queryable,
  uid: string,
  after: number,
): Promise<{ files: number; bytes: number }> {
  const [row] = await readRows(
    db,
    v.object({ files: v.number(), bytes: v.number() }),
    `select count(*) as files, coalesce(sum(bytes), 0)::bigint as bytes from assets
     where uid = $1 and claimed_by is null and not released and created_at > $2`,
    [uid, after],
  );
  return row ?? { files: 0, bytes: 0 };
}

const UploadedAsset = v.object({
  id: v.string(),
  kind: AssetKind,
  format: v.string(),
  bytes: v.number(),
  originalFilename: v.string(),
  duration: v.nullable(v.number()),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  createdAt: v.number(),
});
/** What the answer to an upload says. */
export type UploadedAsset = v.InferOutput<typeof UploadedAsset>;

/** Finds the unclaimed file that a user's parts have become; where the bytes are known, one of these. */
export async function findUploaded(
  db: Queryable,
  { uid, uploadId, bytes, sha256 }: Pick<Asset, "uid" | "bytes"> & { uploadId: string; sha256: string | null },
): Promise<UploadedAsset | undefined> {
  const rows = await readRows(
    db,
    UploadedAsset,
    `select id, kind, format, bytes, original_filename as "originalFilename", duration, width, height,
       created_at as "createdAt"
     from assets
     where uid = $1 and upload_id = $2 and bytes = $3 and claimed_by is null and not released and not pending
       and ($4::text is null or sha256 = $4)
     order by created_at desc limit 1`,
    [uid, uploadId, bytes, sha256],
  );
  return rows[0];
}

/** Finds an announced upload that is not verified yet. */
export async function findPending(db: Queryable, id: string): Promise<PendingAsset | undefined> {
  const rows = await readRows(
    db,
    PendingAsset,
    `select public_id as "publicId", kind from assets where id = $1 and pending`,
    [id],
  );
  return rows[0];
}

/** Stores the facts of a verified upload. */
export async function completeAsset(db: Queryable, id: string, facts: Facts): Promise<void> {
  await db.query(
    `update assets set pending = false, bytes = $2, sha256 = $3, mime_type = $4, format = $5, duration = $6,
       gain = $7, width = $8, height = $9, color = $10, peak = $11 where id = $1 and pending`,
    [
      id,
      facts.bytes,
      facts.sha256,
      facts.mimeType,
      facts.format,
      facts.duration,
      facts.gain,
      facts.width,
      facts.height,
      facts.color,
      facts.peak,
    ],
  );
}

/** Lists pictures from before their colour was measured, by id after `after`; those without any colour, too. */
export async function listUncoloured(db: Queryable, after: string, limit: number): Promise<StoredAsset[]> {
  return readRows(
    db,
    StoredAsset,
    `select id, public_id as "publicId", kind, format, bytes from assets
     where kind = 'image' and color is null and claimed_by is not null and not pending and not released and id > $1
     order by id limit $2`,
    [after, limit],
  );
}

/** Stores a picture's colour; its songs become new versions, which their readers fetch. */
export async function setColor(tx: Queryable, id: string, color: string): Promise<void> {
  await tx.query("update assets set color = $2 where id = $1", [id, color]);
  await tx.query("update songs set image = image where image = $1", [id]);
}

/** Prevents further claims on unclaimed assets, and returns those whose files may be deleted. */
export async function markForDeletion(db: Queryable, ids: readonly string[]): Promise<StoredAsset[]> {
  db.invalidate("deliveries");
  return readRows(
    db,
    StoredAsset,
    `update assets set released = true where id in ${these} and claimed_by is null
     returning id, public_id as "publicId", kind, format, bytes`,
    [JSON.stringify(ids)],
  );
}

/** Deletes the rows of assets without files. */
export async function deleteAssets(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query(`delete from assets where id in ${these}`, [JSON.stringify(ids)]);
}

/**
 * Deletes the rows of files that are removed. Announced ones from `announcedBefore` on, whose file may still come, stay as
 * swept: the row is the only trace of it.
 */
export async function forgetRemoved(db: Queryable, ids: readonly string[], announcedBefore: number): Promise<void> {
  const values = [JSON.stringify(ids), announcedBefore];
  await db.query(`update assets set swept = true where id in ${these} and pending and created_at >= $2`, values);
  await db.query(`delete from assets where id in ${these} and not (pending and created_at >= $2)`, values);
}

/** What decides on access to a file. `owner` and `private` belong to its song, null without one. */
const Delivery = v.object({
  ...StoredAsset.entries,
  uid: v.string(),
  mimeType: v.string(),
  owner: v.nullable(v.string()),
  private: v.nullable(v.boolean()),
});
export type Delivery = v.InferOutput<typeof Delivery>;

/** Reads the current state, because a song may have just become private or been deleted. Skips released assets. */
export async function findDelivery(db: Queryable, id: string): Promise<Delivery | undefined> {
  const rows = await readRows(
    db,
    Delivery,
    `select assets.id, assets.public_id as "publicId", assets.kind, assets.format, assets.bytes, assets.uid,
       assets.mime_type as "mimeType", songs.owner, songs.private
     from assets left join songs on songs.audio = assets.id
     where assets.id = $1 and not assets.pending and not assets.released`,
    [id],
  );
  return rows[0];
}
