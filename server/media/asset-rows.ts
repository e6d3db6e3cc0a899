/** SQL of uploaded files: what arrived, who claims it, who may hear it now (specification 15.9, 15.13). */
import type { Queryable } from "../db/database.ts";
import type { Facts, StoredAsset } from "./storage.ts";

export type AssetKind = "audio" | "image";

/** A row of `assets`; lengths in seconds, bytes and pixels, gain in dB, `createdAt` in milliseconds since the epoch. */
export interface Asset {
  id: string;
  /** The name at an outside host, which only the uploader and this server know; null: stored under the id. */
  publicId: string | null;
  /** Announced to the uploader; nothing is known of the file yet. */
  pending: boolean;
  uid: string;
  kind: AssetKind;
  bytes: number;
  /** Lower-case hexadecimal; null where the host does not tell. */
  sha256: string | null;
  mimeType: string;
  format: string;
  originalFilename: string;
  duration: number | null;
  gain: number | null;
  width: number | null;
  height: number | null;
  claimedBy: string | null;
  createdAt: number;
}

const these = "(select value from json_array_elements_text($1::json))";

export async function insertAsset(db: Queryable, asset: Asset): Promise<void> {
  await db.query(
    `insert into assets (id, uid, kind, bytes, sha256, mime_type, format, original_filename,
       duration, gain, width, height, claimed_by, created_at, public_id, pending)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
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
    ],
  );
}

/**
 * Marks files that nothing shows any more, in the transaction that stops showing them; `collectGarbage` removes them. An
 * asset of the year 1970 is out of reach: nobody can claim it again.
 */
export async function releaseAssets(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(`update assets set claimed_by = null, created_at = 0 where id in ${these}`, [JSON.stringify(ids)]);
}

/** Unclaimed ones that arrived before `before`, milliseconds since the epoch. */
export async function listUnclaimed(db: Queryable, before: number, limit: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    "select id from assets where claimed_by is null and created_at < $1 order by created_at limit $2",
    [before, limit],
  );
  return rows.map(({ id }) => id);
}

/** The unclaimed ones of a user that arrived since `after`, milliseconds since the epoch. */
export async function countUnclaimed(
  db: Queryable,
  uid: string,
  after: number,
): Promise<{ files: number; bytes: number }> {
  const [row] = await db.query<{ files: number; bytes: number }>(
    `select count(*) as files, coalesce(sum(bytes), 0)::bigint as bytes from assets
     where uid = $1 and claimed_by is null and created_at > $2`,
    [uid, after],
  );
  return row ?? { files: 0, bytes: 0 };
}

/** An announced upload that nobody has looked at. */
export async function findPending(db: Queryable, id: string): Promise<Pick<Asset, "publicId" | "kind"> | undefined> {
  const rows = await db.query<Pick<Asset, "publicId" | "kind">>(
    `select public_id as "publicId", kind from assets where id = $1 and pending`,
    [id],
  );
  return rows[0];
}

/** Enters what is known now of an announced upload. */
export async function settleAsset(db: Queryable, id: string, facts: Facts): Promise<void> {
  await db.query(
    `update assets set pending = false, bytes = $2, sha256 = $3, mime_type = $4, format = $5, duration = $6,
       gain = $7, width = $8, height = $9 where id = $1 and pending`,
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
    ],
  );
}

/** Takes the unclaimed ones out of anybody's reach, and answers what is to be removed before their rows. */
export async function doomUnclaimed(db: Queryable, ids: readonly string[]): Promise<StoredAsset[]> {
  return db.query<StoredAsset>(
    `update assets set created_at = 0 where id in ${these} and claimed_by is null
     returning id, public_id as "publicId", kind, format, bytes`,
    [JSON.stringify(ids)],
  );
}

/** Of assets without files. */
export async function deleteAssets(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.query(`delete from assets where id in ${these}`, [JSON.stringify(ids)]);
}

/** What a request for a file is judged by. `owner` and `private` are of the song that plays it, null without one. */
export interface Delivery extends StoredAsset {
  uid: string;
  mimeType: string;
  owner: string | null;
  private: boolean | null;
}

/** One look at two indexes: a song may have become private or been deleted this moment. What was released is gone. */
export async function findDelivery(db: Queryable, id: string): Promise<Delivery | undefined> {
  const rows = await db.query<Delivery>(
    `select assets.id, assets.public_id as "publicId", assets.kind, assets.format, assets.bytes, assets.uid,
       assets.mime_type as "mimeType", songs.owner, songs.private
     from assets left join songs on songs.audio = assets.id where assets.id = $1 and not assets.pending and (assets.claimed_by is not null or assets.created_at > 0)`,
    [id],
  );
  return rows[0];
}
