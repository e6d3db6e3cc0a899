/** Opus packets (RFC 6716, 3.1): a packet decodes to as many samples as its first bytes say. */
import type { PacketClock } from "./audio-facts.ts";

/** Opus always decodes at this rate. */
const sampleRate = 48_000;

/** Samples of the packet; 0 for one without sound. */
export function readOpusSamples(head: Buffer, length: number): number {
  if (length < 1 || head.length < 1) return 0;
  const toc = head.readUInt8(0);
  const mode = toc >>> 3;
  const perFrame =
    mode < 12 ? [480, 960, 1920, 2880][mode & 3] : mode < 16 ? [480, 960][mode & 1] : [120, 240, 480, 960][mode & 3];
  const code = toc & 3;
  const frames = code === 0 ? 1 : code < 3 ? 2 : head.length > 1 ? head.readUInt8(1) & 63 : 0;
  const samples = (perFrame ?? 0) * frames;
  // A packet holds 120 ms at most; one that says more is none.
  return samples > 5760 ? 0 : samples;
}

/** @param skipped samples at the beginning that are not played */
export function createOpusClock(skipped: number): PacketClock {
  let samples = -skipped;
  let packets = 0;
  return {
    get packets() {
      return packets;
    },
    get seconds() {
      return Math.max(0, samples) / sampleRate;
    },
    add(head, length) {
      const found = readOpusSamples(head, length);
      if (found > 0) packets += 1;
      samples += found;
    },
  };
}
