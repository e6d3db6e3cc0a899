/** What the readers of audio formats answer. */

export interface Sound {
  /** The fixed type the file is served with. */
  mimeType: string;
  /** Cloudinary's `format`: a file extension without the dot. */
  format: string;
  /** Seconds that the packets in the file decode to. */
  seconds: number;
  /** Seconds that the file says it has, where it says so. */
  claimed?: number | undefined;
}

/** Samples that packets decode to, added up. */
export interface PacketClock {
  /** Packets that decode to something. */
  readonly packets: number;
  readonly seconds: number;
  /** @param head beginning of a packet, at least `headBytes` of it or all; @param length of the whole packet */
  add(head: Buffer, length: number): void;
}

/** So much of a packet a clock looks at. */
export const headBytes = 32;
