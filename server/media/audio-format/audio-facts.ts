/** The results of the audio format readers. */

export interface Sound {
  /** The MIME type for delivery. */
  mimeType: string;
  /** Cloudinary's `format`: a file extension without the dot. */
  format: string;
  /** Decoded duration of the file's packets in seconds. */
  seconds: number;
  /** Duration in the file's header in seconds, if it has one. */
  claimed?: number | undefined;
}

/** Sums up the decoded duration of packets. */
export interface PacketClock {
  /** Number of packets with sound. */
  readonly packets: number;
  readonly seconds: number;
  /** @param head start of a packet, at least `headBytes` or all of it; @param length of the whole packet */
  add(head: Buffer, length: number): void;
}

/** How many bytes of a packet a clock reads. */
export const headBytes = 32;
