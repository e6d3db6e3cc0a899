/** Parses headers of MPEG audio (ISO 11172-3, 13818-3) and ADTS frames (13818-7), which share a sync word. */

export interface FrameHeader {
  kind: "mpeg" | "adts";
  layer: 1 | 2 | 3 | undefined;
  sampleRate: number;
  channels: number;
  /** Length of the whole frame. */
  bytes: number;
  samples: number;
}

const mpeg1Rates = [44_100, 48_000, 32_000];
/** kbit/s by bitrate index: MPEG 1 layers 1, 2, 3; MPEG 2 layer 1 and layers 2, 3. */
const bitrates = {
  v1l1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  v1l2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  v1l3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v2l1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  v2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
export const adtsRates = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];

/** Parses an MPEG audio header from four bytes. Returns undefined for free format, which browsers do not play. */
export function readMpegHeader(word: number): FrameHeader | undefined {
  if (word >>> 21 !== 0x7ff) return undefined;
  const version = (word >>> 19) & 3;
  const layerBits = (word >>> 17) & 3;
  const rateIndex = (word >>> 10) & 3;
  if (version === 1 || layerBits === 0 || rateIndex === 3 || (word & 3) === 2) return undefined;
  const isMpeg1 = version === 3;
  const layer = layerBits === 3 ? 1 : layerBits === 2 ? 2 : 3;
  const table = isMpeg1 ? (`v1l${layer}` as const) : layer === 1 ? "v2l1" : "v2";
  const bitrate = bitrates[table][(word >>> 12) & 15] ?? 0;
  if (bitrate === 0) return undefined;
  const sampleRate = (mpeg1Rates[rateIndex] ?? 0) / (isMpeg1 ? 1 : version === 2 ? 2 : 4);
  const samples = layer === 1 ? 384 : layer === 3 && !isMpeg1 ? 576 : 1152;
  const padding = (word >>> 9) & 1;
  const bytes =
    layer === 1
      ? (Math.floor((12_000 * bitrate) / sampleRate) + padding) * 4
      : Math.floor((samples * 125 * bitrate) / sampleRate) + padding;
  const channels = ((word >>> 6) & 3) === 3 ? 1 : 2;
  return { kind: "mpeg", layer, sampleRate, channels, bytes, samples };
}

/** Parses an ADTS header from its first four bytes and the next three. */
export function readAdtsHeader(word: number, more: number): FrameHeader | undefined {
  if (word >>> 20 !== 0xfff || ((word >>> 17) & 3) !== 0) return undefined;
  const sampleRate = adtsRates[(word >>> 10) & 15];
  const bytes = ((word & 3) << 11) | (more >>> 13);
  const headerBytes = (word >>> 16) & 1 ? 7 : 9;
  if (sampleRate === undefined || bytes < headerBytes) return undefined;
  // A frame with only a header has no sound.
  const samples = bytes > headerBytes + 1 ? 1024 * ((more & 3) + 1) : 0;
  const channels = (word >>> 6) & 7;
  return { kind: "adts", layer: undefined, sampleRate, channels, bytes, samples };
}
