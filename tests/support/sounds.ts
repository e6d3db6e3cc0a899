/** Sound files for tests: WAV made here, which every Chromium plays, others by ffmpeg where it is installed. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Sound {
  bytes: Buffer<ArrayBuffer>;
  mimeType: string;
  /** Seconds. */
  duration: number;
}

const sampleRate = 44_100;

/** A stereo tone of 16 bits: 176,400 bytes per second. `seed` changes its pitch and so its hash. */
export function makeWav(duration: number, seed = 0): Sound {
  const frames = Math.round(duration * sampleRate);
  const bytes = Buffer.alloc(44 + frames * 4);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(36 + frames * 4, 4);
  bytes.write("WAVEfmt ", 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE(sampleRate * 4, 28);
  bytes.writeUInt16LE(4, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write("data", 36);
  bytes.writeUInt32LE(frames * 4, 40);
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset + 44, frames * 2);
  const step = ((220 + seed * 7) * 2 * Math.PI) / sampleRate;
  for (let frame = 0; frame < frames; frame++) {
    const value = Math.round(Math.sin(frame * step) * 3_000);
    samples[frame * 2] = value;
    samples[frame * 2 + 1] = value;
  }
  return { bytes, mimeType: "audio/wav", duration };
}

const formats = {
  mp3: { mimeType: "audio/mpeg", options: ["-c:a", "libmp3lame", "-b:a", "256k"] },
  // With its index at the end, as recorders write it: a player must jump there first.
  m4a: { mimeType: "audio/mp4", options: ["-c:a", "aac", "-b:a", "192k"] },
  opus: { mimeType: "audio/ogg; codecs=opus", options: ["-c:a", "libopus", "-b:a", "160k"] },
};
export type Format = keyof typeof formats;

/** The same tone in another format; undefined where ffmpeg or its encoder is missing. */
export function encode(sound: Sound, format: Format): Sound | undefined {
  const folder = mkdtempSync(join(tmpdir(), "offbeat-sound-"));
  try {
    const input = join(folder, "tone.wav");
    const output = join(folder, `tone.${format}`);
    writeFileSync(input, sound.bytes);
    execFileSync("ffmpeg", ["-loglevel", "error", "-i", input, ...formats[format].options, output], {
      stdio: "ignore",
    });
    return {
      bytes: readFileSync(output),
      mimeType: formats[format].mimeType,
      duration: sound.duration,
    };
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
