/** Our measure of loudness beside ffmpeg's, on synthetic music (specification 4.21). */
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLoudnessMeter } from "../../src/audio/loudness-meter.ts";

const rate = 44_100;
const library = join(import.meta.dirname, "../../server/demo/library");
const music = (name: string) => ["-t", "25", "-i", join(library, name)];
const made = (graph: string) => ["-f", "lavfi", "-i", graph];

/** LUFS by ffmpeg, of what it decodes to stereo at our rate. */
function byFfmpeg(input: readonly string[]): number {
  const filter = `aformat=sample_rates=${rate}:channel_layouts=stereo,ebur128`;
  const { stderr } = spawnSync("ffmpeg", ["-hide_banner", "-nostats", ...input, "-af", filter, "-f", "null", "-"]);
  const [, lufs] = /Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/.exec(String(stderr)) ?? [];
  return Number(lufs);
}

function byUs(input: readonly string[]): number {
  const raw = ["-ac", "2", "-ar", String(rate), "-f", "f32le", "-"];
  const bytes = execFileSync("ffmpeg", ["-v", "error", ...input, ...raw], { maxBuffer: 512 * 1024 * 1024 });
  const both = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  const [left, right] = [0, 1].map((side) => both.filter((_, index) => index % 2 === side));
  const meter = createLoudnessMeter(rate, 2);
  meter.add([left ?? new Float32Array(), right ?? new Float32Array()]);
  return -18 - (meter.result()?.gain ?? Number.NaN);
}

test.each([
  ["a song with a beat", music("checkerboard-sunday.m4a")],
  ["a quiet mp3", music("dusty-tape.mp3")],
  ["bright noise", made("anoisesrc=color=white:amplitude=0.2:duration=10:seed=7,aformat=channel_layouts=stereo")],
  ["dark noise", made("anoisesrc=color=brown:amplitude=0.5:duration=10:seed=7,aformat=channel_layouts=stereo")],
  ["a deep tone", made("sine=frequency=50:duration=8,volume=3,aformat=channel_layouts=stereo")],
  ["a high tone", made("sine=frequency=9000:duration=8,aformat=channel_layouts=stereo")],
])("%s is as loud for us as for ffmpeg", (_, input) => {
  const expected = byFfmpeg(input);
  expect(expected).toBeLessThan(-5);
  expect(Math.abs(byUs(input) - expected)).toBeLessThan(0.1);
});
