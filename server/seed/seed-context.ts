/** What the parts of a seeded library have in common. */
import type { Asset } from "../media/asset-rows.ts";
import { filesOf } from "../media/asset-ids.ts";
import type { Tongue } from "./names.ts";
import type { Random } from "./random.ts";
import type { Batch } from "./bulk-insert.ts";

export interface Person {
  uid: string;
  email: string;
  /** As lists show them. */
  name: string;
  tongue: Tongue;
  artist: boolean;
  /** Has put the own lists in an order by hand. */
  orders: boolean;
}

export interface SeedContext {
  random: Random;
  seed: number;
  batch: Batch;
  /** The years it comes from: people come in the first quarter, the rest from then on. Milliseconds since the epoch. */
  begin: number;
  end: number;
  /** Whose bytes all songs and pictures share. */
  originals: { audio: Asset[]; image: Asset[] };
  people: Person[];
  /** Index of somebody who does something: a few do much. */
  drawPerson(): number;
}

/** When people have come and all else begins. */
export const openedAt = ({ begin, end }: SeedContext) => begin + Math.floor((end - begin) / 4);

/** A moment in which something may be done to what was made at `since`. */
export const momentSince = ({ random, end }: SeedContext, since: number) => random.whole(since, end - 1);

/** A place in somebody's list: the newest first, or anywhere for those who order by hand. */
export const placeFor = ({ random, begin }: SeedContext, person: Person, createdAt: number) =>
  person.orders ? -random.whole(1, 1_000_000) : Math.floor((begin - createdAt) / 1000);

export const makeId = ({ random }: SeedContext) => random.bytes(16).toString("base64url");

/** An asset of its own, whose files have the bytes of an original; answers it. */
export function addAsset(
  world: SeedContext,
  kind: Asset["kind"],
  of: Pick<Asset, "uid" | "claimedBy" | "createdAt">,
): Asset {
  const original = world.random.pick(world.originals[kind]);
  const asset = { ...original, ...of, id: makeId(world) };
  world.batch.add("assets", {
    id: asset.id,
    uid: asset.uid,
    kind,
    bytes: asset.bytes,
    sha256: asset.sha256,
    mime_type: asset.mimeType,
    format: asset.format,
    original_filename: asset.originalFilename,
    duration: asset.duration,
    gain: asset.gain,
    width: asset.width,
    height: asset.height,
    claimed_by: asset.claimedBy,
    created_at: asset.createdAt,
  });
  const names = filesOf(asset.id, kind);
  for (const [index, from] of filesOf(original.id, kind).entries()) {
    world.batch.copyFile({ from, to: names[index] ?? from });
  }
  return asset;
}

/** The id of a picture, for the given share of things. */
export function addImage(
  world: SeedContext,
  share: number,
  of: Pick<Asset, "uid" | "claimedBy" | "createdAt">,
): string | null {
  return world.random.chance(share) ? addAsset(world, "image", of).id : null;
}
