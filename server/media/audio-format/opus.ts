/** Reads Opus packets (RFC 6716, 3.1), whose first bytes give the number of samples. */
import type { PacketClock } from "./audio-facts.ts";
import { createPacketClock } from "./packet-clock.ts";

/** Opus always decodes at this rate. */
const sampleRate = 48_000;

/** Number of samples of a packet; 0 without sound. */
export function readOpusSamples(head: Buffer, length: number): number {
  if (length < 1 || head.length < 1) return 0;
  const toc = head.readUInt8(0);
  const mode = toc >>> 3;
  const perFrame =
    mode < 12 ? [480, 960, 1920, 2880][mode & 3] : mode < 16 ? [480, 960][mode & 1] : [120, 240, 480, 960][mode & 3];
  const code = toc & 3;
  const frames = code === 0 ? 1 : code < 3 ? 2 : head.length > 1 ? head.readUInt8(1) & 63 : 0;
  const samples = (perFrame ?? 0) * frames;
  // A packet has at most 120 ms; more is invalid.
  return samples > 5760 ? 0 : samples;
}

/** @param skipped samples at the start that are not played */
export const createOpusClock = (skipped: number): PacketClock =>
  createPacketClock({ rate: sampleRate, skipped, read: (head, length) => readOpusSamples(head, length) || undefined });
