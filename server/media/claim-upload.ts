/** Uploads become what a song, playlist or profile shows (specification 4.12, 4.14, 8.12). */
import type { Queryable } from "../db/database.ts";
import { HttpProblem } from "../http/problem.ts";
import { RerunAfter } from "../http/rerun-after.ts";
import { releaseAssets, type AssetKind } from "./asset-rows.ts";

export interface Claim {
  /** The `public_id` that the upload answered. */
  publicId: string;
  kind: AssetKind;
  uid: string;
  /** What shows it from now on. */
  by: string;
}

export interface Claimed {
  /** The asset's id, by which it is served. */
  id: string;
  bytes: number;
  sha256: string | null;
  mime_type: string;
  duration: number | null;
  gain: number | null;
}

/** The file of a claim was sent to an outside host, which has to be asked about it first. */
export class UnverifiedUpload extends RerunAfter {
  constructor(asset: string) {
    super(asset, "The upload has not been looked at yet");
  }
}

/** Throws HttpProblem `upload-not-found` for an upload that is not the user's, or no longer free; Unsettled. */
export async function claim(db: Queryable, { publicId, kind, uid, by }: Claim): Promise<Claimed> {
  const [row] = await db.query<Claimed & { pending: boolean }>(
    `update assets set claimed_by = $4
     where (public_id = $1 or (id = $1 and public_id is null)) and uid = $2 and kind = $3
       and claimed_by is null and created_at > 0
     returning id, bytes, sha256, mime_type, duration, gain, pending`,
    [publicId, uid, kind, by],
  );
  if (!row) throw new HttpProblem("upload-not-found");
  if (row.pending) throw new UnverifiedUpload(row.id);
  return row;
}

/**
 * The name in an address that an upload answered: ours, or that of a picture at an outside host. The host does not
 * matter, since nothing but the name is kept, and that has to be the caller's own upload.
 */
export function nameInUrl(url: string): string {
  const [, own] = /^(?:https?:\/\/[^/?#]+)?\/media\/([\w-]{1,200})(?:[?#].*)?$/.exec(url) ?? [];
  const name = own ?? nameOfHosted(url);
  if (name === undefined) throw new HttpProblem("upload-not-found");
  return name;
}

/** Of `https://HOST/…/image/…/NAME.EXT`. Folder by folder: one pattern for all of it takes the square of its length. */
function nameOfHosted(url: string): string | undefined {
  const [, path = ""] = /^https?:\/\/([^?#]+)$/.exec(url) ?? [];
  const folders = path.split("/");
  const file = folders.pop() ?? "";
  const image = folders.indexOf("image");
  if (image < 1 || image === folders.length - 1) return undefined;
  return /^([\w-]{1,200})\.\w{1,5}$/.exec(file)?.[1];
}

/** Claims the picture at `url` and answers its asset; null stays null. */
export async function claimImage(
  db: Queryable,
  url: string | null,
  owner: Pick<Claim, "uid" | "by">,
): Promise<string | null> {
  if (url === null) return null;
  return (await claim(db, { publicId: nameInUrl(url), kind: "image", ...owner })).id;
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
  if (url === undefined || (url !== null && nameInUrl(url) === present)) return { image: present, released: [] };
  const image = await claimImage(tx, url, owner);
  const released = present === null ? [] : [present];
  await releaseAssets(tx, released);
  return { image, released };
}
