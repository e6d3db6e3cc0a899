import type { PacketClock } from "./audio-facts.ts";

interface Options {
  /** Units in a second, such as samples. */
  rate: number;
  /** Units at the start that are not played. */
  skipped?: number;
  /** The units of one packet; undefined if it has no sound and does not count. */
  read(head: Buffer, length: number): number | undefined;
}

/** Counts packets and adds up what they last. */
export function createPacketClock({ rate, skipped = 0, read }: Options): PacketClock {
  let units = -skipped;
  let packets = 0;
  return {
    get packets() {
      return packets;
    },
    get seconds() {
      return Math.max(0, units) / rate;
    },
    add(head, length) {
      const found = read(head, length);
      if (found === undefined) return;
      packets += 1;
      units += found;
    },
  };
}
