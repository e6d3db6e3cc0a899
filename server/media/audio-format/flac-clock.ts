import { readFrameHeader } from "./flac.ts";
import type { PacketClock } from "./audio-facts.ts";

/** Clock for FLAC frames in a container. */
export function createFlacClock(sampleRate: number): PacketClock {
  let samples = 0;
  let packets = 0;
  return {
    get packets() {
      return packets;
    },
    get seconds() {
      return samples / sampleRate;
    },
    add(head) {
      const frame = readFrameHeader(head);
      if (frame === undefined) return;
      packets += 1;
      samples += frame.blockSize;
    },
  };
}
