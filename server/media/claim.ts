/** Uploads become what a song, playlist or profile shows (specification 4.12, 4.14, 8.12). */
import type { Queryable } from "../db/database.ts";
import { HttpProblem } from "../http/problem.ts";
import { releaseAssets, type AssetKind } from "./store.ts";

export interface Claim {
  asset: string;
  kind: AssetKind;
  uid: string;
  /** What shows it from now on. */
  by: string;
}

export interface Claimed {
  bytes: number;
  sha256: string;
  mime_type: string;
  duration: number | null;
  gain: number | null;
}

/** Throws HttpProblem `upload-not-found` for an upload that is not the user's, or no longer free. */
export async function claim(db: Queryable, { asset, kind, uid, by }: Claim): Promise<Claimed> {
  const [row] = await db.query<Claimed>(
    `update assets set claimed_by = $4 where id = $1 and uid = $2 and kind = $3 and claimed_by is null
     returning bytes, sha256, mime_type, duration, gain`,
    [asset, uid, kind, by],
  );
  if (!row) throw new HttpProblem("upload-not-found");
  return row;
}

/** The id in an address that an upload answered. The origin does not matter: the id must be the caller's own upload. */
export function assetOfUrl(url: string): string {
  const [, id] = /^(?:https?:\/\/[^/?#]+)?\/media\/([\w-]{1,200})(?:[?#].*)?$/.exec(url) ?? [];
  if (id === undefined) throw new HttpProblem("upload-not-found");
  return id;
}

/** Claims the picture at `url`; null stays null. */
export async function claimImage(
  db: Queryable,
  url: string | null,
  owner: Pick<Claim, "uid" | "by">,
): Promise<string | null> {
  if (url === null) return null;
  const asset = assetOfUrl(url);
  await claim(db, { asset, kind: "image", ...owner });
  return asset;
}

export interface ImageChange {
  image: string | null;
  /** Assets that nothing shows any more once the transaction has committed. */
  released: string[];
}

/**
 * The picture after an edit: nothing or the present address keeps it, null removes it, a new upload replaces it.
 * @param present asset of the picture that is shown now
 */
export async function changeImage(
  tx: Queryable,
  present: string | null,
  url: string | null | undefined,
  owner: Pick<Claim, "uid" | "by">,
): Promise<ImageChange> {
  if (url === undefined || (url !== null && assetOfUrl(url) === present))
    return { image: present, released: [] };
  const image = await claimImage(tx, url, owner);
  const released = present === null ? [] : [present];
  await releaseAssets(tx, released);
  return { image, released };
}
