/**
 * What is heard, recorded from a sound output in memory: the gap at a change of track, the level over a crossfade, and
 * the levels of a loud and a quiet song with and without even loudness (specification 6.32, 6.33). Beside it the time from
 * a tap to sound and of a seek, from the network and from the device, through the worker.
 *
 * Each figure stands beside that of bare media elements in the same run: a busy machine interrupts the sound of both,
 * which shows as gaps and dips. The bare element of a tap plays the same file from the server's memory, without a worker,
 * or from the device behind the same worker. Medians of 21 taps and seeks, means of 15 recorded changes of track, whose
 * gaps come in steps of 23 ms. Needs PulseAudio and its `parec`.
 */
import { loadavg } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { runnerImport } from "vite";
import { root } from "../../scripts/setup.mjs";
import { findBrowser, findProgram } from "../support/programs.mjs";
import { levels, longestGap, makeNoise, record } from "./recording.mjs";
import { median } from "./server-process.mjs";

const changeRounds = 15;
const tapRounds = 21;
/** What is reached: ms, dB, dB, times. The recorded ones, or what bare elements reach. */
const limits = { gap: 50, dip: 1, level: 1, online: 1.5, device: 1.3, seek: 1.5 };
/** A crossfade's length, s. */
const fadeSeconds = 3;
/** Of seeks: megabytes, seconds of the file, where the seek goes. */
const sizes = [
  [5, 28, 20],
  [50, 290, 200],
  [200, 1_180, 900],
];

const load = async (path) => (await runnerImport(join(root, path))).module;
const rows = [];
const failed = [];
function report(name, value, unit, limit, beside = "") {
  rows.push({ name, value: `${value.toFixed(2)} ${unit}`, beside, limit: `${limit.toFixed(1)} ${unit}` });
  if (!(value <= limit)) failed.push(name);
}

if (findProgram("parec") === undefined) throw new Error("There is no parec: install pulseaudio and pulseaudio-utils.");
const sound = await (await load("tests/support/engines/sound-output.ts")).startSoundOutput();
const { startWorkerSite } = await load("tests/support/worker-site.ts");
const { audioBytes } = await load("tests/support/audio-files.ts");
const site = await startWorkerSite("tests/support/playing-page.ts");
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ["--headless=new", "--no-sandbox", "--autoplay-policy=no-user-gesture-required"],
  ignoreDefaultArgs: ["--mute-audio"],
  env: { ...process.env, ...sound.environment },
});
async function measure() {
  const songs = [
    makeNoise(8, 0.5, 7),
    makeNoise(8, 0.5, 8),
    makeNoise(8, 0.125, 9),
    { bytes: Buffer.from(audioBytes("threeMinutes")), mimeType: "audio/mpeg", duration: 180 },
    ...sizes.map(([, seconds], n) => makeNoise(seconds, 0.5, 10 + n)),
  ].map((song, n) => site.media.add(n, song));
  const pages = { ours: await open("allow"), bare: await open("block") };
  await pages.ours.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await measureChange(pages.ours, songs);
  await measureFade(pages.ours, songs);
  await measureLoudness(pages.ours, songs);
  await measureTaps(pages, songs[3]);
  for (const [n, [megabytes, , seconds]] of sizes.entries()) {
    await keep(pages.ours, songs[n + 4]);
    const blob = await pages.ours.evaluate((url) => window.bench.blobUrl(url), songs[n + 4].url);
    await compare(
      `seek in ${megabytes} MB on the device`,
      () => timeOurs(pages.ours, songs[n + 4].url, seconds),
      () => timeBare(pages.ours, blob, seconds),
      limits.seek,
    );
  }
}

/** @param serviceWorkers whether the page has a worker */
async function open(serviceWorkers) {
  const context = await browser.newContext({ serviceWorkers });
  const page = await context.newPage();
  await page.goto(site.origin);
  await page.waitForFunction(() => "bench" in window && "probe" in window);
  return page;
}

/** Downloads a song as the app does. */
const keep = (page, song) =>
  page.evaluate(async (wanted) => {
    const { probe } = window;
    await probe.signIn("user-1");
    await probe.want("user-1", [wanted]);
    const isHere = async () =>
      (await probe.rows("user-1")).some(({ songId, state }) => songId === wanted._id && state === "ready");
    while (!(await isHere())) await new Promise((resolve) => setTimeout(resolve, 100));
  }, song);

const playFrom = (page, songs, seconds) =>
  page.evaluate(
    ([urls, start]) => {
      window.audio.play(urls, 0, 8);
      window.audio.engine.setVolume(0.5);
      window.audio.engine.seek(start);
    },
    [songs.map(({ url }) => url), seconds],
  );
const playsSecond = (page, { url }, seconds) =>
  page.waitForFunction(
    ([songId, at]) => window.audio.engine.state().track?.songId === songId && window.audio.engine.position.get() >= at,
    [url, seconds],
    { polling: 50 },
  );
const stop = (page) => page.evaluate(() => window.audio.engine.stop());

async function measureChange(page, [one, two]) {
  const found = { ours: [], bare: [], oursByEvents: [], bareByEvents: [] };
  for (let round = 0; round < changeRounds; round += 1) {
    const ours = await record(sound.environment, async () => {
      await playFrom(page, [one, two], 6.5);
      await playsSecond(page, two, 1);
      await stop(page);
    });
    found.ours.push(longestGap(ours));
    found.oursByEvents.push(
      await page.evaluate(() => {
        const { heard } = window.audio;
        const end = heard.findLastIndex(({ event }) => event === "ended");
        const next = heard.slice(end).find(({ event }) => event === "playing");
        return next.at - heard[end].at;
      }),
    );
    const bare = await record(sound.environment, async () => {
      found.bareByEvents.push(await page.evaluate((urls) => window.bench.changeBare(urls, 6.5), [one.url, two.url]));
    });
    found.bare.push(longestGap(bare));
  }
  const [ours, bare] = [mean(found.ours), mean(found.bare)];
  report("gap at a change of track, recorded", ours, "ms", Math.max(limits.gap, 1.1 * bare), besides(bare, "ms"));
  const floor = besides(median(found.bareByEvents), "ms");
  report("the same from `ended` to `playing`", median(found.oursByEvents), "ms", limits.gap, floor);
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const besides = (value, unit) => `bare ${value.toFixed(2)} ${unit}`;
const middle = (samples) => levels(samples).slice(1, -1);

async function measureFade(page, [one, two]) {
  const found = { ours: [], bare: [] };
  const dip = (samples) => median(middle(samples)) - Math.min(...middle(samples));
  let power = [1, 1];
  let rise = 0;
  for (let round = 0; round < 3; round += 1) {
    const ours = await record(sound.environment, async () => {
      await page.evaluate((seconds) => window.audio.engine.setCrossfade(seconds), fadeSeconds);
      await playFrom(page, [one, two], 2);
      await playsSecond(page, two, 0);
      await page.evaluate(() => window.bench.watchPower());
      await playsSecond(page, two, fadeSeconds - 0.5);
      power = await page.evaluate(() => window.bench.watchedPower());
      await playsSecond(page, two, fadeSeconds + 1);
      await page.evaluate(() => window.audio.engine.setCrossfade(0));
      await stop(page);
    });
    found.ours.push(dip(ours));
    rise = Math.max(...middle(ours)) - median(middle(ours));
    const bare = await record(sound.environment, () =>
      page.evaluate(([urls, length]) => window.bench.fadeBare(urls, 2, length), [[one.url, two.url], fadeSeconds]),
    );
    found.bare.push(dip(bare));
  }
  const [ours, bare] = [median(found.ours), median(found.bare)];
  report("dip over a crossfade, recorded", ours, "dB", Math.max(limits.dip, 1.1 * bare), besides(bare, "dB"));
  report("rise over a crossfade, recorded", rise, "dB", limits.dip);
  const decibel = power.map((share) => Math.abs(10 * Math.log10(share)));
  report("the volumes' sum over a crossfade", Math.max(...decibel), "dB", limits.dip);
}

/** 12 dB apart: as far as their gains are. */
async function measureLoudness(page, [loud, , quiet]) {
  const loudness = { [loud.url]: { gain: -12, peak: 0.5 }, [quiet.url]: { gain: 0, peak: 0.125 } };
  await page.evaluate((known) => Object.assign(window.audio.loudness, known), loudness);
  for (const isEven of [false, true]) {
    await page.evaluate((on) => window.audio.engine.setEvenLoudness(on), isEven);
    const found = [];
    for (const song of [loud, quiet]) {
      const samples = await record(sound.environment, async () => {
        await playFrom(page, [song], 0);
        await playsSecond(page, song, 3);
        await stop(page);
      });
      found.push(median(levels(samples)));
    }
    const apart = Math.abs(found[0] - found[1]);
    if (isEven) report("a loud and a quiet song apart, loudness even", apart, "dB", limits.level);
    else report("the same off: from 12 dB", Math.abs(apart - 12), "dB", limits.level);
  }
}

let taps = 0;
/** Never played before: a browser keeps in memory what it has played. */
const unheard = (url) => (url.startsWith("blob:") ? url : `${url}?tap=${(taps += 1)}`);
const timeOurs = (page, url, seconds) =>
  page.evaluate(([address, at]) => window.bench.timeEngine(address, at), [unheard(url), seconds]);
const timeBare = (page, url, seconds) =>
  page.evaluate(([address, at]) => window.bench.timeBare(address, at), [unheard(url), seconds]);

async function measureTaps({ ours, bare }, song) {
  const tap = (page) => () => timeOurs(page, song.url, 0);
  const floor = () => timeBare(bare, song.url, 0);
  // As the app does: the worker need not look up whose page asks.
  await ours.evaluate(() => window.probe.signIn("user-1"));
  await compare("tap to playing without a worker", tap(bare), floor, limits.online);
  await compare("bare element behind the worker", () => timeBare(ours, song.url, 0), floor, limits.online);
  await compare("tap to playing online", tap(ours), floor, limits.online);
  await keep(ours, song);
  await compare("tap to playing from the device", tap(ours), floor, limits.device);
  const behind = () => timeBare(ours, song.url, 0);
  await compare("the same beside a bare element behind the worker", tap(ours), behind, limits.device);
}

async function compare(name, ours, bare, limit) {
  const found = { ours: [], bare: [] };
  for (let round = 0; round < tapRounds; round += 1) {
    found.bare.push(await bare());
    found.ours.push(await ours());
  }
  const [a, b] = [median(found.ours), median(found.bare)];
  report(`${name}: ${a.toFixed(0)} ms`, a / b, "x", limit, besides(b, "ms"));
}

try {
  await measure();
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
