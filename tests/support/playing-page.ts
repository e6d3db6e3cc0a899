/** The page of the bench of playing: the engine behind the worker, and beside it what bare media elements do. */
import "./worker-page.ts";
import "./audio-page.ts";

const begins = (element: HTMLMediaElement, event = "playing") =>
  new Promise<number>((resolve) => {
    element.addEventListener(event, () => resolve(performance.now()), { once: true });
  });

function release(element: HTMLMediaElement): void {
  element.pause();
  element.removeAttribute("src");
  element.load();
}

/** An element that has read its file and waits. */
async function makeReady(url: string, volume: number): Promise<HTMLAudioElement> {
  const element = document.createElement("audio");
  element.volume = volume;
  const isReady = begins(element, "canplaythrough");
  element.src = url;
  await isReady;
  return element;
}

/** Milliseconds from the call to `playing`: of a start, or of a seek to `seconds`. */
async function timeBare(url: string, seconds: number): Promise<number> {
  const element = document.createElement("audio");
  let from = performance.now();
  let sounds = begins(element);
  element.src = url;
  void element.play();
  let at = await sounds;
  if (seconds > 0) {
    sounds = begins(element);
    from = performance.now();
    element.currentTime = seconds;
    at = await sounds;
  }
  release(element);
  return at - from;
}

/** The same by the engine. */
async function timeEngine(url: string, seconds: number): Promise<number> {
  const { engine, heard, play } = window.audio;
  const playing = (seen: number) =>
    new Promise<number>((resolve) => {
      const look = () => {
        const found = heard.slice(seen).find(({ event }) => event === "playing");
        if (found === undefined) setTimeout(look, 1);
        else resolve(found.at);
      };
      look();
    });
  let seen = heard.length;
  let from = performance.now();
  play([url], 0, 10_000);
  let at = await playing(seen);
  if (seconds > 0) {
    seen = heard.length;
    from = performance.now();
    engine.seek(seconds);
    at = await playing(seen);
  }
  engine.stop();
  return at - from;
}

/** One element starts when the other has ended. Returns the milliseconds in between, by events. */
async function changeBare([first, second]: [string, string], seconds: number): Promise<number> {
  const [one, two] = await Promise.all([makeReady(first, 0.5), makeReady(second, 0.5)]);
  one.currentTime = seconds;
  const ends = begins(one, "ended");
  const starts = begins(two);
  one.addEventListener("ended", () => void two.play());
  await one.play();
  const gap = (await starts) - (await ends);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  release(one);
  release(two);
  return gap;
}

/** One element fades into the other at equal power. */
async function fadeBare([first, second]: [string, string], seconds: number, length: number): Promise<void> {
  const [one, two] = await Promise.all([makeReady(first, 0.5), makeReady(second, 0)]);
  one.currentTime = seconds;
  await one.play();
  await new Promise((resolve) => setTimeout(resolve, (one.duration - one.currentTime - length) * 1_000));
  await two.play();
  while (two.currentTime < length) {
    const angle = ((two.currentTime / length) * Math.PI) / 2;
    one.volume = 0.5 * Math.cos(angle);
    two.volume = 0.5 * Math.sin(angle);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  two.volume = 0.5;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  release(one);
  release(two);
}

let powers: number[] = [];
let isWatching = false;

/** Notes at each frame how loud the elements that sound are together. */
function watchPower(): void {
  powers = [];
  isWatching = true;
  const note = () => {
    if (!isWatching) return;
    const sounding = window.audio.elements().filter(({ paused }) => !paused);
    powers.push(sounding.reduce((sum, { volume }) => sum + volume ** 2, 0));
    requestAnimationFrame(note);
  };
  note();
}

/** Their part of full power, at the least and at the most. */
function watchedPower(): [least: number, most: number] {
  isWatching = false;
  return [Math.min(...powers) / 0.25, Math.max(...powers) / 0.25];
}

/** The address of a file's bytes in memory. */
const blobUrl = async (url: string) => URL.createObjectURL(await (await fetch(url)).blob());

const bench = { timeBare, timeEngine, changeBare, fadeBare, watchPower, watchedPower, blobUrl };
export type PlayingBench = typeof bench;
declare global {
  interface Window {
    bench: PlayingBench;
  }
}
window.bench = bench;
