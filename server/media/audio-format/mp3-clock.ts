import type { PacketClock } from "./audio-facts.ts";
import { readMpegHeader } from "./mpeg-header.ts";
import { createPacketClock } from "./packet-clock.ts";

/** Clock for MP3 frames in a container, in seconds: each frame has a sample rate of its own. */
export const createMp3Clock = (): PacketClock =>
  createPacketClock({
    rate: 1,
    read(head) {
      const header = head.length < 4 ? undefined : readMpegHeader(head.readUInt32BE());
      return header?.layer === 3 ? header.samples / header.sampleRate : undefined;
    },
  });
