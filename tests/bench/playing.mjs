/**
 * What is heard, recorded from a sound output in memory: the gap at a change of track, the level over a crossfade, and
 * the levels of a loud and a quiet song with and without even loudness (specification 6.32, 6.33). Beside it the time from
 * a tap to sound and of a seek, each next to a bare media element on the same address in the same run; medians of seven.
 * A machine that is busy interrupts the sound, which shows as gaps and dips: the load stands below the table.
 * Needs PulseAudio and its `parec`.
 */
import { spawn } from "node:child_process";
import { loadavg } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { runnerImport } from "vite";
import { root } from "../../scripts/setup.mjs";
import { findBrowser } from "../support/programs.mjs";
import { median } from "./server-process.mjs";

const rate = 44_100;
const rounds = 7;
/** What is reached: ms, dB, dB, times. */
const limits = { gap: 50, dip: 1, level: 1, tap: 1.5, seek: 1.5 };

const load = async (path) => (await runnerImport(join(root, path))).module;

/** Stereo noise of 16 bits, whose samples are equally likely up to `amplitude`; a song that is heard all the time. */
function makeNoise(seconds, amplitude, seed) {
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

const decibel = (value) => 20 * Math.log10(value);
const rms = (samples) => Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

/** Records the output while `act` runs. */
async function record(environment, act) {
  const args = ["--device=null.monitor", "--format=float32le", `--rate=${rate}`, "--channels=1", "--raw"];
  const recorder = spawn("parec", args, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const chunks = [];
  recorder.stdout.on("data", (chunk) => chunks.push(chunk));
  await new Promise((resolve) => recorder.stdout.once("data", resolve));
  await act();
  recorder.kill();
  const bytes = Buffer.concat(chunks);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length - (bytes.length % 4)));
}

/** From the first sample that is heard to the last. */
function heard(samples) {
  const isHeard = (sample) => Math.abs(sample) > 0.001;
  return samples.subarray(samples.findIndex(isHeard), samples.findLastIndex(isHeard));
}

/** The longest silence in ms. */
function longestGap(samples) {
  let longest = 0;
  let run = 0;
  for (const sample of samples) {
    run = Math.abs(sample) < 0.0005 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return (longest / rate) * 1_000;
}

/** The level of each quarter of a second, dB. */
function levels(samples) {
  const length = rate / 4;
  return Array.from({ length: Math.floor(samples.length / length) }, (_, index) =>
    decibel(rms(samples.subarray(index * length, (index + 1) * length))),
  );
}

const sound = await (await load("tests/support/engines/sound-output.ts")).startSoundOutput();
const site = await (await load("tests/support/audio-site.ts")).startAudioSite();
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ["--headless=new", "--no-sandbox", "--autoplay-policy=no-user-gesture-required"],
  ignoreDefaultArgs: ["--mute-audio"],
  env: { ...process.env, ...sound.environment },
});
const rows = [];
const failed = [];
function report(name, value, unit, limit) {
  rows.push({ name, value: `${value.toFixed(2)} ${unit}`, limit: `${limit} ${unit}` });
  if (!(value <= limit)) failed.push(name);
}

try {
  [
    [0, 8, 0.5],
    [1, 8, 0.5],
    [2, 8, 0.125],
    [3, 28, 0.5],
    [4, 290, 0.5],
    [5, 1_180, 0.5],
  ].forEach(([n, seconds, amplitude]) => site.media.add(n, makeNoise(seconds, amplitude, n + 7)));
  const urlOf = (n) => site.media.urlOf(n);
  const page = await (await browser.newContext()).newPage();
  await page.goto(site.origin);
  const stop = () => page.evaluate(() => window.audio.engine.stop());
  const playFrom = (paths, seconds) =>
    page.evaluate(
      ([all, start]) => {
        window.audio.play(all, 0, 8);
        window.audio.engine.setVolume(0.5);
        window.audio.engine.seek(start);
      },
      [paths, seconds],
    );
  const playsSecond = (path, seconds) =>
    page.waitForFunction(
      ([songId, at]) =>
        window.audio.engine.state().track?.songId === songId && window.audio.engine.position.get() >= at,
      [path, seconds],
      { polling: 50 },
    );

  const gaps = [];
  for (let round = 0; round < 5; round += 1) {
    const samples = await record(sound.environment, async () => {
      await playFrom([urlOf(0), urlOf(1)], 4);
      await playsSecond(urlOf(1), 2);
      await stop();
    });
    gaps.push(longestGap(heard(samples)));
  }
  report("gap at a change of track, recorded", median(gaps), "ms", limits.gap);

  await page.evaluate(() => window.audio.engine.setCrossfade(3));
  const faded = heard(
    await record(sound.environment, async () => {
      await playFrom([urlOf(0), urlOf(1)], 1);
      await playsSecond(urlOf(1), 4);
      await page.evaluate(() => window.audio.engine.setCrossfade(0));
      await stop();
    }),
  );
  const inside = levels(faded).slice(1, -1);
  const steady = median(inside);
  report("deepest dip over a crossfade, recorded", steady - Math.min(...inside), "dB", limits.dip);
  console.info("levels over a crossfade, dB:", inside.map((level) => level.toFixed(1)).join(" "));
  console.info("longest silence in it, ms:", longestGap(faded).toFixed(1));
  report("highest rise over a crossfade, recorded", Math.max(...inside) - steady, "dB", limits.dip);

  // 12 dB apart: as far as their gains are.
  const loudness = { [urlOf(0)]: { gain: -12, peak: 0.5 }, [urlOf(2)]: { gain: 0, peak: 0.125 } };
  await page.evaluate((known) => Object.assign(window.audio.loudness, known), loudness);
  for (const isEven of [false, true]) {
    await page.evaluate((on) => window.audio.engine.setEvenLoudness(on), isEven);
    const found = [];
    for (const n of [0, 2]) {
      const samples = await record(sound.environment, async () => {
        await playFrom([urlOf(n)], 0);
        await playsSecond(urlOf(n), 3);
        await stop();
      });
      found.push(median(levels(heard(samples))));
    }
    const apart = Math.abs(found[0] - found[1]);
    if (isEven) report("a loud and a quiet song apart, loudness even", apart, "dB", limits.level);
    else report("the same off: from 12 dB", Math.abs(apart - 12), "dB", limits.level);
  }

  /** Milliseconds from the call to `playing` at a place, by the engine or by a bare element. */
  const time = (what, url, seconds) =>
    page.evaluate(
      async ([kind, address, at]) => {
        const begun = (element) =>
          new Promise((resolve) =>
            element.addEventListener("playing", () => resolve(performance.now()), { once: true }),
          );
        const { engine } = window.audio;
        if (kind === "bare") {
          const element = document.createElement("audio");
          let from = performance.now();
          const started = begun(element);
          element.src = address;
          void element.play();
          let ended = await started;
          if (at > 0) {
            const moved = begun(element);
            from = performance.now();
            element.currentTime = at;
            ended = await moved;
          }
          element.removeAttribute("src");
          element.load();
          return ended - from;
        }
        const next = (seen) =>
          new Promise((resolve) => {
            const look = () => {
              const found = window.audio.heard.slice(seen).find(({ event }) => event === "playing");
              if (found === undefined) setTimeout(look, 1);
              else resolve(found.at);
            };
            look();
          });
        let from = performance.now();
        let seen = window.audio.heard.length;
        window.audio.play([address], 0, 1_000);
        let ended = await next(seen);
        if (at > 0) {
          from = performance.now();
          seen = window.audio.heard.length;
          engine.seek(at);
          ended = await next(seen);
        }
        engine.stop();
        return ended - from;
      },
      [what, url, seconds],
    );
  async function compare(name, url, seconds, limit) {
    const [ours, bare] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await time("bare", url, seconds));
      ours.push(await time("engine", url, seconds));
    }
    const [a, b] = [median(ours), median(bare)];
    report(`${name}: ${a.toFixed(0)} ms, bare ${b.toFixed(0)} ms`, a / b, "x", limit);
  }
  await compare("tap to playing", urlOf(0), 0, limits.tap);
  for (const [n, megabytes, seconds] of [
    [3, 5, 20],
    [4, 50, 200],
    [5, 200, 900],
  ])
    await compare(`seek in ${megabytes} MB`, urlOf(n), seconds, limits.seek);
} finally {
  await browser.close();
  await site.close();
  await sound.stop();
}
console.table(rows);
console.log(`load ${loadavg()[0]?.toFixed(1)}`);
if (failed.length > 0) {
  console.error(`Not reached: ${failed.join("; ")}`);
  process.exitCode = 1;
}
