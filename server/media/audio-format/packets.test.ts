import { describe, expect, it } from "vitest";
import { createAacClock } from "./aac-config.ts";
import { readFrameHeader, readStreamInfo } from "./flac.ts";
import { createOpusClock, readOpusSamples } from "./opus.ts";

const bytes = (hex: string) => Buffer.from(hex, "hex");

describe("Opus", () => {
  it.each([
    ["20 ms", "08", 960],
    ["60 ms of silk", "18", 2880],
    ["10 ms of both", "60", 480],
    ["2.5 ms", "80", 120],
    ["two of 20 ms", "99", 960 * 2],
    ["three of 20 ms", "9b03", 960 * 3],
    ["more than fits", "1b3f", 0],
    ["nothing", "", 0],
  ])("%s", (_, hex, samples) => {
    expect(readOpusSamples(bytes(hex), bytes(hex).length)).toBe(samples);
  });

  it("leaves out what is not played at the beginning, and is never less than nothing", () => {
    const clock = createOpusClock(312);
    expect(clock.seconds).toBe(0);
    for (let packet = 0; packet < 50; packet++) clock.add(bytes("9800"), 2);
    expect(clock.seconds).toBeCloseTo(1 - 312 / 48_000);
  });
});

describe("AAC", () => {
  const frame = bytes("2100");
  it("lasts by its core, whatever the extension says", () => {
    const plain = createAacClock(bytes("1210"));
    const doubled = createAacClock(bytes("2b920800"));
    for (const clock of [plain, doubled]) for (let at = 0; at < 100; at++) clock.add(frame, 2);
    expect(plain.seconds).toBeCloseTo((100 * 1024) / 44_100);
    expect(doubled.seconds).toBeCloseTo((100 * 1024) / 22_050);
  });

  it("says what not every browser plays", () => {
    expect(() => createAacClock(bytes("f94640"))).toThrow("xHE-AAC");
    expect(() => createAacClock(bytes("f8e8"))).toThrow("AAC-ELD");
    expect(() => createAacClock(Buffer.alloc(0))).toThrow("damaged");
  });

  it("knows a hole and noise", () => {
    expect(() => createAacClock(bytes("1210")).add(Buffer.alloc(32), 300)).toThrow("damaged");
    const clock = createAacClock(bytes("1210"));
    const add = () => clock.add(bytes("e000"), 2);
    for (let at = 0; at < 3; at++) add();
    expect(add).toThrow("damaged");
  });
});

describe("FLAC", () => {
  const info = (bits: number, total = 0) => {
    const block = Buffer.alloc(34);
    block.writeUIntBE((44_100 << 4) | (1 << 1) | ((bits - 1) >> 4), 10, 3);
    block.writeUInt8((((bits - 1) & 15) << 4) | Math.floor(total / 2 ** 32), 13);
    block.writeUInt32BE(total % 2 ** 32, 14);
    return block;
  };

  it("reads what the stream says of itself", () => {
    const described = { sampleRate: 44_100, channels: 2, bits: 24, total: 5_000_000_000 };
    expect(readStreamInfo(info(24, 5_000_000_000))).toEqual(described);
    expect(() => readStreamInfo(info(32))).toThrow("32-bit FLAC");
  });

  it("takes a frame header for one only if its checksum comes out", () => {
    const header = bytes("fff8c9180000");
    const good = [...Array(256).keys()].filter((sum) => {
      header.writeUInt8(sum, 5);
      return readFrameHeader(header) !== undefined;
    });
    expect(good).toHaveLength(1);
    header.writeUInt8(good[0] ?? 0, 5);
    expect(readFrameHeader(header)).toEqual({ blockSize: 4096, number: 0, isVariable: false });
  });
});
