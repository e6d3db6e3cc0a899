/** Claims uploads for a song, playlist or profile. */
import * as v from "valibot";
import type { Queryable } from "../db/database.ts";
import { readRows } from "../db/rows.ts";
import { HttpProblem } from "../http/problem.ts";
import { RerunAfter } from "../http/rerun-after.ts";
import { releaseAssets, type AssetKind } from "./asset-rows.ts";

interface Claim {
  /** The `public_id` in the upload's response. */
  publicId: string;
  kind: AssetKind;
  uid: string;
  /** Id of the song, playlist or user that uses the file from now on. */
  by: string;
}

const Claimed = v.object({
  /** The asset's id, which its URL contains. */
  id: v.string(),
  bytes: v.number(),
  sha256: v.nullable(v.string()),
  mime_type: v.string(),
  duration: v.nullable(v.number()),
  gain: v.nullable(v.number()),
  peak: v.nullable(v.number()),
  /** Announced, but not verified yet. */
  pending: v.boolean(),
});
type Claimed = v.InferOutput<typeof Claimed>;

/** The claimed file is at an external host and must be verified first. */
class UnverifiedUpload extends RerunAfter {
  constructor(asset: string) {
    super(asset, "The upload has not been looked at yet");
  }
}

/** Throws HttpProblem `upload-not-found` for another user's or a claimed upload; UnverifiedUpload. */
export async function claim(db: Queryable, { publicId, kind, uid, by }: Claim): Promise<Claimed> {
  const [row] = await readRows(
    db,
    Claimed,
    `update assets set claimed_by = $4
     where (public_id = $1 or (id = $1 and public_id is null)) and uid = $2 and kind = $3
       and claimed_by is null and not released
     returning id, bytes, sha256, mime_type, duration, gain, peak, pending`,
    [publicId, uid, kind, by],
  );
  if (!row) throw new HttpProblem("upload-not-found");
  if (row.pending) throw new UnverifiedUpload(row.id);
  return row;
}

/**
 * Returns the name in an uploaded picture's URL, of this server or of an external host. Ignores the host: only the name
 * counts, and it must belong to the caller's own upload.
 */
function nameInUrl(url: string): string {
  const [, own] = /^(?:https?:\/\/[^/?#]+)?\/media\/([\w-]{1,200})(?:[?#].*)?$/.exec(url) ?? [];
  const name = own ?? nameOfHosted(url);
  if (name === undefined) throw new HttpProblem("upload-not-found");
  return name;
}

/** Parses `https://HOST/…/image/…/NAME.EXT` folder by folder: one regular expression would need quadratic time. */
function nameOfHosted(url: string): string | undefined {
  const [, path = ""] = /^https?:\/\/([^?#]+)$/.exec(url) ?? [];
  const folders = path.split("/");
  const file = folders.pop() ?? "";
  const image = folders.indexOf("image");
  if (image < 1 || image === folders.length - 1) return undefined;
  return /^([\w-]{1,200})\.\w{1,5}$/.exec(file)?.[1];
}

/** Claims the picture at `url` and returns its asset id; null stays null. */
export async function claimImage(
  db: Queryable,
  url: string | null,
  owner: Pick<Claim, "uid" | "by">,
): Promise<string | null> {
  if (url === null) return null;
  return (await claim(db, { publicId: nameInUrl(url), kind: "image", ...owner })).id;
}

interface ImageChange {
  image: string | null;
  /** Assets that are unused after the commit. */
  released: string[];
}

/**
 * Edits a picture: undefined or the present URL keeps it, null removes it, a new upload replaces it.
 * @param present asset id of the present picture
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
