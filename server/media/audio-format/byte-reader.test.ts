import { expect, it } from "vitest";
import { EndOfFile } from "./byte-reader.ts";
import { readerOf } from "../../../tests/support/byte-reader.ts";

const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 31) % 251));

it("reads the same forwards and backwards, across the edges of its window", () => {
  const reader = readerOf(bytes, 20_000);
  for (const at of [0, 1, 19_998, 39_999, 99_996, 50_000, 3, 99_996, 0])
    expect(reader.u32(at)).toBe(bytes.readUInt32BE(at));
  expect(reader.u16le(29_999)).toBe(bytes.readUInt16LE(29_999));
  expect(reader.u64(8)).toBe(Number(bytes.readBigUInt64BE(8)));
});

it("finds a byte where it is, and none where it is not", () => {
  const reader = readerOf(bytes, 20_000);
  expect(reader.find(250, 0, bytes.length)).toBe(bytes.indexOf(250));
  expect(reader.find(250, 60_000, bytes.length)).toBe(bytes.indexOf(250, 60_000));
  expect(reader.find(255, 0, bytes.length)).toBe(-1);
  expect(reader.find(250, 0, 5)).toBe(-1);
});

it("says that the file ends, and never reads past it", () => {
  const reader = readerOf(bytes, 20_000);
  expect(() => reader.u32(bytes.length - 3)).toThrow(EndOfFile);
  expect(() => reader.piece(-1, 2)).toThrow(EndOfFile);
  expect(() => reader.piece(0, 19_999)).toThrow(EndOfFile);
  expect(reader.is(bytes.length - 1, "OggS")).toBe(false);
});
