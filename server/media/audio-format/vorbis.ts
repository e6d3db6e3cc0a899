/** Reads Vorbis packets (Vorbis I, 4.3.1): the duration depends on this block size and the previous one. */
import { uploadErrors } from "../upload-error.ts";
import type { PacketClock } from "./audio-facts.ts";
import { createPacketClock } from "./packet-clock.ts";
import { requirePlayed } from "./played-rates.ts";

/** @param identification first header; @param setup third header, of which only the end matters. Throws UploadError. */
export function createVorbisClock(identification: Buffer, setup: Buffer): PacketClock {
  if (identification.length < 30) throw uploadErrors.broken();
  const sampleRate = identification.readUInt32LE(12);
  const sizes = identification.readUInt8(28);
  const blocks = [1 << (sizes & 15), 1 << (sizes >>> 4)] as const;
  const modes = readModes(setup);
  if (modes === undefined) throw uploadErrors.broken();
  requirePlayed(sampleRate, identification.readUInt8(11));
  const modeBits = 32 - Math.clz32(modes.length - 1);
  let last: number | undefined;
  return createPacketClock({
    rate: sampleRate,
    read(head, length) {
      if (length < 1 || (head.readUInt8(0) & 1) !== 0) return undefined;
      const mode = modes[(head.readUInt8(0) >>> 1) & ((1 << modeBits) - 1)];
      if (mode === undefined) return undefined;
      const block = blocks[mode];
      // The first packet only primes the overlap.
      const samples = last === undefined ? 0 : (last + block) / 4;
      last = block;
      return samples;
    },
  });
}

/**
 * Reads the block size of each mode. The modes are at the end of the header, after code books of any length, so this
 * reads backwards: each mode ends with 32 zero bits and a mapping below 64, and their count comes before the first.
 */
function readModes(setup: Buffer): (0 | 1)[] | undefined {
  let at = setup.length * 8 - 1;
  const bit = (index: number) => ((setup[index >>> 3] ?? 0) >>> (index & 7)) & 1;
  while (at > 0 && bit(at) === 0) at -= 1;
  // `at` is the framing bit; modes end right before it.
  const number = (from: number, bits: number) => {
    let value = 0;
    for (let place = bits - 1; place >= 0; place--) value = value * 2 + bit(from + place);
    return value;
  };
  const modes: (0 | 1)[] = [];
  let found: (0 | 1)[] | undefined;
  for (let from = at - 41; from > 6 * 8 && modes.length < 64; from -= 41) {
    if (number(from + 1, 32) !== 0 || number(from + 33, 8) >= 64) break;
    modes.unshift(bit(from) === 1 ? 1 : 0);
    if (number(from - 6, 6) + 1 === modes.length) found = [...modes];
  }
  return found;
}
