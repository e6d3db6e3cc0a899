// 4.21
import { expect, test, vi } from "vitest";
import { sourceOf } from "../../api/upload-source.ts";
import { type Decode, type Decoded, measureLoudness } from "./measure-loudness.ts";

const source = (size = 3) => ({ ...sourceOf(new File(["abc"], "a.mp3")), size });

function decoded(seconds: number): Decoded {
  const samples = new Float32Array(44_100 * seconds).map((_, at) => 0.5 * Math.sin(at / 7));
  return { length: samples.length, sampleRate: 44_100, numberOfChannels: 2, getChannelData: () => samples };
}

const twelveSeconds: Decode = async () => decoded(12);

test("measures a file in pieces, so that the page stays alive", async () => {
  let breaths = 0;
  const breathing = setInterval(() => (breaths += 1), 0);
  const found = await measureLoudness(source(), 12, twelveSeconds);
  clearInterval(breathing);
  expect(found?.gain).toBeCloseTo(-12, 1);
  expect(found?.peak).toBeCloseTo(0.5, 3);
  expect(breaths).toBeGreaterThan(0);
});

test.each([
  ["too large", 101 * 1024 * 1024, 60],
  ["too long", 3, 901],
  ["of unknown length", 3, undefined],
  ["no length", 3, Number.NaN],
])("what is %s is not decoded", async (_, size, seconds) => {
  const decode = vi.fn<Decode>(twelveSeconds);
  expect(await measureLoudness(source(size), seconds, decode)).toBeNull();
  expect(decode).not.toHaveBeenCalled();
});

test("what cannot be decoded or is gone has none", async () => {
  vi.spyOn(console, "info").mockImplementation(() => {});
  const broken: Decode = () => Promise.reject(new DOMException("no sound", "EncodingError"));
  expect(await measureLoudness(source(), 12, broken)).toBeNull();
  const gone = { ...source(), slice: () => Promise.reject(new Error("gone")) };
  expect(await measureLoudness(gone, 12, twelveSeconds)).toBeNull();
});
