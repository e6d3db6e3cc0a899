import { expect, it } from "vitest";
import { crc16, crc32, crc8 } from "./crc.ts";

// The numbers that catalogues of checksums give for these digits.
const digits = Buffer.from("123456789");

it("sums as the formats say", () => {
  expect(crc8(digits)).toBe(0xf4);
  expect(crc16(0, digits)).toBe(0xfee8);
  expect(crc32(0, digits) >>> 0).toBe(0x89a1897f);
});

it("goes on from any place", () => {
  for (let at = 0; at <= digits.length; at++) {
    const [one, two] = [digits.subarray(0, at), digits.subarray(at)];
    expect(crc16(crc16(0, one), two)).toBe(0xfee8);
    expect(crc32(crc32(0, one), two) >>> 0).toBe(0x89a1897f);
  }
});
