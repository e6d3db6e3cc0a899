import { expect, it } from "vitest";
import { readLacing } from "./lacing.ts";
import { readerOf } from "../../../tests/support/byte-reader.ts";
import { readWebm } from "./webm.ts";

const element = (id: string, content: Buffer) => {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(content.length, 4);
  size.writeUInt8(1, 0);
  return Buffer.concat([Buffer.from(id, "hex"), size, content]);
};
const unknownSize = Buffer.from("01ffffffffffffff", "hex");
const head = (docType: string) => element("1a45dfa3", element("4282", Buffer.from(docType)));
const track = (type: number, codec: string) =>
  element(
    "1654ae6b",
    element(
      "ae",
      Buffer.concat([
        element("d7", Buffer.from([1])),
        element("83", Buffer.from([type])),
        element("86", Buffer.from(codec)),
      ]),
    ),
  );
/** 20 ms of Opus each. */
const packet = Buffer.from("9800", "hex");
const block = (flags: number, ...content: Buffer[]) =>
  element("a3", Buffer.concat([Buffer.from([0x81, 0, 0, flags]), ...content]));
const read = (...parts: Buffer[]) => readWebm(readerOf(Buffer.concat(parts)), 0);
const segment = Buffer.from("18538067", "hex");
const cluster = Buffer.from("1f43b675", "hex");

it("adds up blocks in clusters without a length", () => {
  const blocks = Array<Buffer>(100).fill(block(0, packet));
  const tracks = track(2, "A_OPUS");
  const sound = read(head("webm"), segment, unknownSize, tracks, cluster, unknownSize, ...blocks);
  expect(sound).toMatchObject({ mimeType: "audio/webm; codecs=opus", claimed: undefined });
  expect(sound.seconds).toBeCloseTo(2);
});

it("passes over a block that breaks off, and blocks of other tracks", () => {
  const other = block(0, packet);
  other.writeUInt8(0x82, other.indexOf(0x81));
  const blocks = [block(0, packet), other, block(0, packet).subarray(0, -1)];
  const sound = read(head("webm"), segment, unknownSize, track(2, "A_OPUS"), ...blocks);
  expect(sound.seconds).toBeCloseTo(0.02);
});

it("refuses videos, Matroska, other codecs, and what has no sound", () => {
  expect(() => read(head("webm"), segment, unknownSize, track(1, "V_VP9"))).toThrow("video");
  expect(() => read(head("matroska"), segment, unknownSize, track(2, "A_OPUS"))).toThrow("MKA");
  expect(() => read(head("webm"), segment, unknownSize, track(2, "A_PCM"))).toThrow("PCM");
  expect(() => read(head("webm"), segment, unknownSize, track(2, "A_OPUS"))).toThrow("no sound");
});

it.each([
  ["one packet", 0, [9, 9, 9], { start: 0, lengths: [3] }],
  ["of one size", 4, [2, 1, 1, 2, 2, 3, 3], { start: 1, lengths: [2, 2, 2] }],
  ["Xiph", 2, [2, 1, 255, 0, 7], { start: 4, lengths: [1, 255, -255] }],
  ["EBML", 6, [2, 0x82, 0xc0, 1, 1, 2, 2, 2, 3], { start: 3, lengths: [2, 3, 1] }],
])("packets in a block: %s", (_, kind, content, laced) => {
  const bytes = Buffer.from(content);
  expect(readLacing(readerOf(bytes), 0, bytes.length, kind)).toEqual(laced);
});
