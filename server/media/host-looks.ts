/**
 * Looks at files of an external host: one look at a time for each, and seldom again where there was none. Each costs a call
 * of the host's Admin API, whose hourly budget everybody shares.
 */
import { LRUCache } from "lru-cache";
import type { AssetKind, Facts } from "./asset-rows.ts";
import type { Direct } from "./storage.ts";

/** After the first look that found nothing; each further one doubles it. Milliseconds. */
const pauseMs = 10_000;
const longestPauseMs = 60 * 60 * 1000;
const maxKnown = 20_000;

interface Look {
  facts: Promise<Facts | undefined>;
  /** The host is asked again from then on; milliseconds since the epoch. */
  again: number;
  pause: number;
}

const known = new WeakMap<Direct, LRUCache<string, Look>>();

/** Resolves to undefined without a file, as far as is known. Throws as `inspect` of the host. */
export async function lookAtHost(
  host: Direct,
  publicId: string,
  kind: AssetKind,
  now: () => number,
): Promise<Facts | undefined> {
  const looks = known.get(host) ?? new LRUCache<string, Look>({ max: maxKnown });
  known.set(host, looks);
  const last = looks.get(publicId);
  if (last !== undefined && now() < last.again) return last.facts;
  const facts = host.inspect(publicId, kind);
  const look = { facts, again: Infinity, pause: Math.min((last?.pause ?? pauseMs / 2) * 2, longestPauseMs) };
  looks.set(publicId, look);
  try {
    const found = await facts;
    if (found === undefined) look.again = now() + look.pause;
    else looks.delete(publicId);
    return found;
  } catch (error) {
    looks.delete(publicId);
    throw error;
  }
}
