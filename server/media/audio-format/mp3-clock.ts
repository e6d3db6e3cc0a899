import { readMpegHeader } from "./mpeg-header.ts";
import type { PacketClock } from "./audio-facts.ts";

/** Clock for MP3 frames in a container. */
export function createMp3Clock(): PacketClock {
  let seconds = 0;
  let packets = 0;
  return {
    get packets() {
      return packets;
    },
    get seconds() {
      return seconds;
    },
    add(head) {
      const header = head.length < 4 ? undefined : readMpegHeader(head.readUInt32BE());
      if (header?.layer !== 3) return;
      packets += 1;
      seconds += header.samples / header.sampleRate;
    },
  };
}
