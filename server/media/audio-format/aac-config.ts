/** Parses AudioSpecificConfig (ISO 14496-3). */
import { uploadErrors } from "../upload-error.ts";
import { adtsRates } from "./mpeg-header.ts";
import type { PacketClock } from "./audio-facts.ts";
import { createPacketClock } from "./packet-clock.ts";
import { requirePlayed } from "./played-rates.ts";

/** AAC object types that every browser plays: Main, LC, SSR, LTP, and HE-AAC v1 and v2. */
const played: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 29]);
const names: Record<number, string> = { 23: "AAC-LD", 36: "ALS", 39: "AAC-ELD", 42: "xHE-AAC" };

/** Element types that never start a frame: coupling, LFE, end. */
const neverFirst: ReadonlySet<number> = new Set([2, 3, 7]);
const maxWrongFrames = 3;

/** Throws UploadError for unplayable types. */
export function createAacClock(config: Buffer): PacketClock {
  let at = 0;
  const take = (bits: number) => {
    let value = 0;
    for (; bits > 0; bits--, at++) value = value * 2 + (((config[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1);
    return value;
  };
  const takeType = () => {
    const type = take(5);
    return type === 31 ? 32 + take(6) : type;
  };
  const takeRate = () => {
    const index = take(4);
    return index === 15 ? take(24) : (adtsRates[index] ?? 0);
  };
  const type = takeType();
  const sampleRate = takeRate();
  if (type === 0) throw uploadErrors.broken();
  if (!played.has(type)) throw uploadErrors.format(names[type] ?? `AAC of kind ${type}`);
  requirePlayed(sampleRate);
  take(4);
  // Spectral band replication doubles rate and samples, so the core's values give the duration.
  if (type === 5 || type === 29) {
    takeRate();
    takeType();
  }
  const isShort = take(1) === 1;
  const samples = isShort ? 960 : 1024;
  let wrong = 0;
  return createPacketClock({
    rate: sampleRate,
    read(head) {
      // Every frame has nonzero end bits: all zeros are a hole in the file.
      if (head.every((byte) => byte === 0)) throw uploadErrors.broken();
      // Overwritten sound: browsers stop there with an error.
      if (neverFirst.has((head[0] ?? 0) >>> 5) && ++wrong > maxWrongFrames) throw uploadErrors.broken();
      return samples;
    },
  });
}
