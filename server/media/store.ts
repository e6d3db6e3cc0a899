/** SQL of uploaded files: what arrived, who claims it, who may hear it now (specification 15.9, 15.13). */
import type { Queryable } from "../db/database.ts";

export type AssetKind = "audio" | "image";

/** A row of `assets`; lengths in seconds, bytes and pixels, gain in dB, `createdAt` in milliseconds since the epoch. */
export interface Asset {
  id: string;
  uid: string;
  kind: AssetKind;
  bytes: number;
  sha256: string;
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

export async function insertAsset(db: Queryable, asset: Asset): Promise<void> {
  await db.query(
    `insert into assets (id, uid, kind, bytes, sha256, mime_type, format, original_filename,
       duration, gain, width, height, claimed_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
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
    ],
  );
}

/** Marks files that nothing shows any more, in the transaction that stops showing them; `sweepAssets` removes them. */
export async function releaseAssets(tx: Queryable, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await tx.query("update assets set claimed_by = null, created_at = 0 where id = $1", [id]);
  }
}

/** Unclaimed ones that arrived before `before`, milliseconds since the epoch. */
export async function listUnclaimed(
  db: Queryable,
  before: number,
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    "select id from assets where claimed_by is null and created_at < $1 order by created_at limit $2",
    [before, limit],
  );
  return rows.map(({ id }) => id);
}

/** Holds an unclaimed asset until the transaction ends, so that nobody claims it meanwhile. */
export async function lockUnclaimed(
  tx: Queryable,
  id: string,
): Promise<{ kind: AssetKind } | undefined> {
  const rows = await tx.query<{ kind: AssetKind }>(
    "select kind from assets where id = $1 and claimed_by is null for update",
    [id],
  );
  return rows[0];
}

export async function deleteAsset(db: Queryable, id: string): Promise<void> {
  await db.query("delete from assets where id = $1", [id]);
}

/** What a request for a file is judged by. `owner` and `private` are of the song that plays it, null without one. */
export interface Delivery {
  kind: AssetKind;
  uid: string;
  bytes: number;
  mimeType: string;
  owner: string | null;
  private: boolean | null;
}

/** One look at two indexes, at every request: a song may have become private or been deleted this moment. */
export async function findDelivery(db: Queryable, id: string): Promise<Delivery | undefined> {
  const rows = await db.query<Delivery>(
    `select assets.kind, assets.uid, assets.bytes, assets.mime_type as "mimeType", songs.owner, songs.private
     from assets left join songs on songs.audio = assets.id where assets.id = $1`,
    [id],
  );
  return rows[0];
}
