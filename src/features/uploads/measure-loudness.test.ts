// 4.21
import { expect, test, vi } from "vitest";
import { sourceOf } from "../../api/upload-source.ts";
import { type Decoded, type Decoder, measureLoudness } from "./measure-loudness.ts";

const source = (size = 3) => ({ ...sourceOf(new File(["abc"], "a.mp3")), size });

function decoded(seconds: number): Decoded {
  const samples = new Float32Array(44_100 * seconds).map((_, at) => 0.5 * Math.sin(at / 7));
  return { length: samples.length, sampleRate: 44_100, numberOfChannels: 2, getChannelData: () => samples };
}

function decoder(change: Partial<Decoder> = {}) {
  const decode = vi.fn<Decoder["decode"]>(change.decode ?? (async () => decoded(12)));
  return { durationOf: async () => 12, ...change, decode };
}

test("measures a file in pieces, so that the page stays alive", async () => {
  let breaths = 0;
  const breathing = setInterval(() => (breaths += 1), 0);
  const found = await measureLoudness(source(), decoder());
  clearInterval(breathing);
  expect(found?.gain).toBeCloseTo(-12, 1);
  expect(found?.peak).toBeCloseTo(0.5, 3);
  expect(breaths).toBeGreaterThan(0);
});

test.each([
  ["too large", 101 * 1024 * 1024, 60],
  ["too long", 3, 901],
  ["of unknown length", 3, Number.NaN],
  ["endless", 3, Infinity],
])("what is %s is not decoded", async (_, size, seconds) => {
  const parts = decoder({ durationOf: async () => seconds });
  expect(await measureLoudness(source(size), parts)).toBeNull();
  expect(parts.decode).not.toHaveBeenCalled();
});

test("what cannot be decoded or is gone has none", async () => {
  vi.spyOn(console, "info").mockImplementation(() => {});
  const broken = decoder({ decode: () => Promise.reject(new DOMException("no sound", "EncodingError")) });
  expect(await measureLoudness(source(), broken)).toBeNull();
  const gone = { ...source(), slice: () => Promise.reject(new Error("gone")) };
  expect(await measureLoudness(gone, decoder())).toBeNull();
});
