/** A recording of a sound output in memory, songs that are heard all the time, and what is read off a recording. */
import { spawn } from "node:child_process";
import { once } from "node:events";

const rate = 44_100;

/** Stereo noise of 16 bits, whose samples are equally likely up to `amplitude`. */
export function makeNoise(seconds, amplitude, seed) {
  const frames = seconds * rate;
  const bytes = Buffer.alloc(44 + frames * 4);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(36 + frames * 4, 4);
  bytes.write("WAVEfmt ", 8);
  for (const [at, value] of [
    [20, 1],
    [22, 2],
    [32, 4],
    [34, 16],
  ])
    bytes.writeUInt16LE(value, at);
  for (const [at, value] of [
    [16, 16],
    [24, rate],
    [28, rate * 4],
  ])
    bytes.writeUInt32LE(value, at);
  bytes.write("data", 36);
  bytes.writeUInt32LE(frames * 4, 40);
  let random = seed * 7_919_311;
  for (let turn = 0; turn < seed * 1_000; turn += 1) random = (random * 48_271) % 2_147_483_647;
  for (let at = 44; at < bytes.length; at += 4) {
    random = (random * 48_271) % 2_147_483_647;
    const value = Math.round((random / 1_073_741_823.5 - 1) * amplitude * 32_767);
    bytes.writeInt16LE(value, at);
    bytes.writeInt16LE(value, at + 2);
  }
  return { bytes, mimeType: "audio/wav", duration: seconds };
}

/** Records the output while `act` runs. Returns the samples from the first that is heard to the last. */
export async function record(environment, act) {
  const args = ["--device=null.monitor", "--format=float32le", `--rate=${rate}`, "--channels=1", "--raw"];
  const recorder = spawn("parec", [...args, "--latency-msec=20"], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const chunks = [];
  recorder.stdout.on("data", (chunk) => chunks.push(chunk));
  const ended = once(recorder, "close");
  try {
    await Promise.race([
      once(recorder.stdout, "data"),
      ended.then(() => Promise.reject(new Error("parec records nothing"))),
    ]);
    await act();
  } finally {
    recorder.kill();
    await ended;
  }
  const bytes = Buffer.concat(chunks);
  const samples = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length - (bytes.length % 4)),
  );
  const isHeard = (sample) => Math.abs(sample) > 0.001;
  return samples.subarray(samples.findIndex(isHeard), samples.findLastIndex(isHeard) + 1);
}

/** The longest silence in ms. */
export function longestGap(samples) {
  let longest = 0;
  let run = 0;
  for (const sample of samples) {
    run = Math.abs(sample) < 0.0005 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return (longest / rate) * 1_000;
}

const decibel = (value) => 20 * Math.log10(value);
const rms = (samples) => Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

/** The level of each quarter of a second, dB. */
export function levels(samples) {
  const length = rate / 4;
  return Array.from({ length: Math.floor(samples.length / length) }, (_, index) =>
    decibel(rms(samples.subarray(index * length, (index + 1) * length))),
  );
}
