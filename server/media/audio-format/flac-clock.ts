import type { PacketClock } from "./audio-facts.ts";
import { readFrameHeader } from "./flac.ts";
import { createPacketClock } from "./packet-clock.ts";

/** Clock for FLAC frames in a container. */
export const createFlacClock = (sampleRate: number): PacketClock =>
  createPacketClock({ rate: sampleRate, read: (head) => readFrameHeader(head)?.blockSize });
