import { expect, it } from "vitest";
import { readMp4 } from "./mp4.ts";
import { readerOf } from "../../../tests/support/byte-reader.ts";

const box = (type: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
};
const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
};

/** ES descriptor, decoder, and AAC LC of 44.1 kHz. */
const stream = Buffer.from(`00000000031700010004114015${"00".repeat(11)}05021210`, "hex");
const sound = box("mp4a", Buffer.alloc(28), box("esds", stream));

interface Table {
  /** Of all samples; 0: of each its own. */
  size?: number;
  sizes?: number[];
  count?: number;
  chunks: number[];
  perChunk: number;
  handler?: string;
  entry?: Buffer;
}

function makeFile(bytes: number, table: Table): Buffer {
  const { size = 0, sizes = [], count = sizes.length, chunks, perChunk, handler = "soun" } = table;
  const index = box(
    "moov",
    box(
      "trak",
      box("tkhd", numbers(0, 0, 0, 1)),
      box(
        "mdia",
        box("hdlr", numbers(0, 0), Buffer.from(handler)),
        box(
          "minf",
          box(
            "stbl",
            box("stsd", numbers(0, 1), table.entry ?? sound),
            box("stsz", numbers(0, size, count, ...sizes)),
            box("stsc", numbers(0, 1, 1, perChunk, 1)),
            box("stco", numbers(0, chunks.length, ...chunks)),
          ),
        ),
      ),
    ),
  );
  return Buffer.concat([box("ftyp", Buffer.from("M4A ")), box("mdat", Buffer.alloc(bytes, 0x21)), index]);
}
const read = (bytes: number, table: Table) => readMp4(readerOf(makeFile(bytes, table)), 0);
const begin = 20;

it("adds up the samples of its chunks", () => {
  const sizes = Array<number>(50).fill(10);
  const { seconds, claimed } = read(500, { sizes, chunks: [begin, begin + 250], perChunk: 25 });
  expect(seconds).toBeCloseTo((50 * 1024) / 44_100);
  expect(claimed).toBeCloseTo(seconds);
});

it("counts samples beyond the end as claimed", () => {
  const sizes = Array<number>(50).fill(10);
  const { seconds, claimed } = read(500, { sizes, chunks: [begin, 4_000_000], perChunk: 25 });
  expect(seconds).toBeCloseTo((25 * 1024) / 44_100);
  expect(claimed).toBeCloseTo(seconds * 2);
});

it("takes no table at its word that lays samples on each other, or has billions of them", () => {
  const chunks = Array<number>(1000).fill(begin);
  expect(() => read(500, { size: 400, count: 1000, chunks, perChunk: 1 })).toThrow("damaged");
  const before = performance.now();
  const many = { size: 1, count: 0xffff_ffff, chunks: [begin], perChunk: 0xffff_ffff };
  expect(() => read(500, many)).toThrow("damaged");
  expect(performance.now() - before).toBeLessThan(1000);
});

it("refuses videos, takes still pictures for none, and knows what it cannot play", () => {
  const table = { sizes: [10], chunks: [begin], perChunk: 1 };
  expect(() => read(500, { ...table, handler: "vide", entry: box("avc1") })).toThrow("video");
  expect(() => read(500, { ...table, handler: "vide", entry: box("jpeg") })).toThrow("no sound");
  const entry = (type: string) => box(type, Buffer.alloc(28));
  expect(() => read(500, { ...table, entry: entry("alac") })).toThrow("Apple Lossless");
  expect(() => read(500, { ...table, entry: entry("drms") })).toThrow("protected");
  expect(() => read(500, { ...table, entry: entry("sowt") })).toThrow("PCM in MP4");
});
