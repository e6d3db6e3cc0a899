/** Small files that cost a careless reader much: tags by the ten thousand, pictures that unfold to gigabytes. */
import { crc32, deflateSync } from "node:zlib";
import { audioBytes } from "./audio-files.ts";

/** A song before whose frames stand these comments (specification of FLAC, section 8.6). */
export function flacWithComments(comments: readonly string[]): Buffer {
  const song = audioBytes("flac");
  // Its first block tells how it sounds: 4 bytes of mark, 4 of header, 34 of content.
  const start = Buffer.from(song.subarray(0, 42));
  start.writeUInt8(0, 4);
  const texts = comments.flatMap((comment) => [uint32(Buffer.byteLength(comment)), Buffer.from(comment)]);
  const content = Buffer.concat([uint32(0), uint32(comments.length), ...texts]);
  const header = Buffer.alloc(4);
  header.writeUInt32BE(0x8400_0000 + content.length);
  return Buffer.concat([start, header, content, framesOf(song)]);
}

/** What follows the last block of metadata. */
function framesOf(flac: Buffer): Buffer {
  for (let place = 4; ;) {
    const header = flac.readUInt32BE(place);
    place += 4 + (header & 0xff_ffff);
    if (header >= 0x8000_0000) return flac.subarray(place);
  }
}

/** A song that is compatible with as many kinds of file. */
export function m4aWithBrands(count: number): Buffer {
  const song = audioBytes("m4a");
  const rest = song.subarray(song.readUInt32BE(0));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(16 + 4 * count);
  const brands = Array.from({ length: count }, (_, n) => n.toString(36).padStart(4, "0"));
  const version = Buffer.alloc(4);
  return Buffer.concat([size, Buffer.from("ftypM4A "), version, Buffer.from(brands.join("")), rest]);
}

/** Frames of the least length that a header can claim, one second of silence or noise for each few hundred bytes. */
export function adtsFrames(bytes: number): Buffer {
  // MPEG-4, low complexity, 44.1 kHz, two channels, 7 bytes of frame: a header and nothing in it.
  const frame = Buffer.from("fff1508000fffc", "hex");
  return Buffer.alloc(bytes, frame);
}

export interface PngShape {
  width: number;
  height: number;
  /** Of one sample, 8 or 16. */
  depth?: 8 | 16;
  channels?: 1 | 3 | 4;
  interlaced?: boolean;
}

const colourTypes = { 1: 0, 3: 2, 4: 6 } as const;

/** A picture of one colour, which packs to a thousandth. */
export function plainPng({ width, height, depth = 8, channels = 1, interlaced = false }: PngShape): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourTypes[channels], 0, 0, interlaced ? 1 : 0], 8);
  const pixel = (channels * depth) / 8;
  const rows = interlaced ? interlacedBytes(width, height, pixel) : height * (1 + width * pixel);
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(content.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(rows), { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** The seven passes of Adam7: first column and row, and the steps between. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

function interlacedBytes(width: number, height: number, pixel: number): number {
  let bytes = 0;
  for (const [x, y, dx, dy] of passes) {
    const columns = Math.ceil((width - x) / dx);
    if (columns > 0) bytes += Math.max(0, Math.ceil((height - y) / dy)) * (1 + columns * pixel);
  }
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
