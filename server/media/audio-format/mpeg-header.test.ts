import { expect, it } from "vitest";
import { readAdtsHeader, readMpegHeader } from "./mpeg-header.ts";

it.each([
  ["MPEG 1, 128 kbit/s, joint stereo", 0xfffb9064, 3, 44_100, 2, 417, 1152],
  ["the same with padding", 0xfffb9264, 3, 44_100, 2, 418, 1152],
  ["MPEG 1, 320 kbit/s, mono", 0xfffbe0c4, 3, 44_100, 1, 1044, 1152],
  ["MPEG 2, 64 kbit/s", 0xfff38064, 3, 22_050, 2, 208, 576],
  ["MPEG 2.5, 8 kbit/s", 0xffe318c4, 3, 8000, 1, 72, 576],
  ["layer 2", 0xfffd8004, 2, 44_100, 2, 417, 1152],
  ["layer 1", 0xffff8004, 1, 44_100, 2, 276, 384],
])("%s", (_, word, layer, sampleRate, channels, bytes, samples) => {
  const header = readMpegHeader(word);
  expect(header).toEqual({ kind: "mpeg", layer, sampleRate, channels, bytes, samples });
});

it.each([
  ["no sync word", 0xff1b9064],
  ["no version", 0xffeb9064],
  ["no layer", 0xfff99064],
  ["no bit rate", 0xfffbf064],
  ["a free bit rate", 0xfffb0064],
  ["no sample rate", 0xfffb9c64],
  ["no emphasis", 0xfffb9066],
])("a header with %s is none", (_, word) => {
  expect(readMpegHeader(word)).toBeUndefined();
});

it("reads ADTS, and counts no samples in a frame that is only its header", () => {
  const word = 0xfff15080;
  expect(readAdtsHeader(word, 0x2d_5ffc)).toEqual({
    kind: "adts",
    layer: undefined,
    sampleRate: 44_100,
    channels: 2,
    bytes: 0x16a,
    samples: 1024,
  });
  expect(readAdtsHeader(word, 0x00_fffc)).toMatchObject({ bytes: 7, samples: 0 });
  expect(readAdtsHeader(word, 0x00_1ffc)).toBeUndefined();
});
