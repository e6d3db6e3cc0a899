/** The context that all seeding steps share. */
import type { Asset } from "../media/asset-rows.ts";
import { filesOf } from "../media/asset-ids.ts";
import type { Tongue } from "./names.ts";
import type { Random } from "./random.ts";
import type { Batch } from "./bulk-insert.ts";

export interface Person {
  uid: string;
  email: string;
  /** The display name. */
  name: string;
  tongue: Tongue;
  artist: boolean;
  /** Whether the person has ordered their lists by hand. */
  orders: boolean;
}

export interface SeedContext {
  random: Random;
  seed: number;
  batch: Batch;
  /** The simulated period: people join in its first quarter, everything else follows. Milliseconds since the epoch. */
  begin: number;
  end: number;
  /** Assets whose bytes all songs and pictures share. */
  originals: { audio: Asset[]; image: Asset[] };
  people: Person[];
  /** Draws the index of an active person: a few do much. */
  drawPerson(): number;
}

/** When all people have joined and everything else starts. */
export const openedAt = ({ begin, end }: SeedContext) => begin + Math.floor((end - begin) / 4);

/** Draws a time after `since`. */
export const momentSince = ({ random, end }: SeedContext, since: number) => random.whole(since, end - 1);

/** A position in a person's list: newest first, or random for people who order by hand. */
export const placeFor = ({ random, begin }: SeedContext, person: Person, createdAt: number) =>
  person.orders ? -random.whole(1, 1_000_000) : Math.floor((begin - createdAt) / 1000);

export const makeId = ({ random }: SeedContext) => random.bytes(16).toString("base64url");

/** Adds an asset with the bytes of an original, and returns it. */
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
    peak: asset.peak,
    width: asset.width,
    height: asset.height,
    color: asset.color,
    claimed_by: asset.claimedBy,
    created_at: asset.createdAt,
  });
  const names = filesOf(asset.id, kind);
  for (const [index, from] of filesOf(original.id, kind).entries()) {
    world.batch.copyFile({ from, to: names[index] ?? from });
  }
  return asset;
}

/** Adds a picture with the given probability, and returns its id or null. */
export function addImage(
  world: SeedContext,
  share: number,
  of: Pick<Asset, "uid" | "claimedBy" | "createdAt">,
): string | null {
  return world.random.chance(share) ? addAsset(world, "image", of).id : null;
}
