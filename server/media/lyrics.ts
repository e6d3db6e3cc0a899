/** Reads the lyrics in a file's tags, with the times of their lines where there are any (specification 15.25). */
import type { IAudioMetadata } from "music-metadata";
import * as v from "valibot";
import type { LyricLine } from "../../contract/songs.ts";
import { lyricsLimits } from "../../contract/rules/limits.ts";

/** Names of the tags in Vorbis comments, APE and MP4 whose value is text; in ID3 other programs' frames for the same. */
const textTags = /^(?:TXXX:)?(?:UNSYNCED ?|SYNCED)?LYRICS$|^TXXX:USLT$|^©LYR$/;

/** ID3 has frames for text, and for text with times. */
const Unsynchronised = v.object({ text: v.string() });
const Synchronised = v.object({
  /** 1: lyrics, 2: a transcription, 0: anything; others are chords, events and the like. */
  contentType: v.optional(v.picklist([0, 1, 2])),
  /** 2: milliseconds; 1 would be MPEG frames. */
  timeStampFormat: v.literal(2),
  syncText: v.array(v.object({ text: v.string(), timestamp: v.number() })),
});

/** Returns null without lyrics. Lines with times are preferred, then those of the first tag. */
export function lyricsOf({ native }: Pick<IAudioMetadata, "native">): LyricLine[] | null {
  const found = Object.values(native)
    .flat()
    .map(({ id, value }) => linesOfTag(id.toUpperCase(), value))
    .filter((lines) => lines.some(({ text }) => text !== ""));
  return found.find(([line]) => line?.at !== null) ?? found[0] ?? null;
}

function linesOfTag(id: string, value: unknown): LyricLine[] {
  if (textTags.test(id)) return typeof value === "string" ? readText(value) : [];
  if (id === "USLT" || id === "ULT") return v.is(Unsynchronised, value) ? readText(value.text) : [];
  if (id === "SYLT" || id === "SLT") return v.is(Synchronised, value) ? readSyllables(value.syncText) : [];
  return [];
}

/** `[mm:ss]`, `[mm:ss.xx]` or `[mm:ss:xx]`. */
const timestamp = /^\[(\d{1,3}):([0-5]?\d)(?:[.:](\d{1,3}))?\]/;
/** A property of the whole, such as `[ar:Ada]`. */
const property = /^\[([a-z#]{1,16}):([^\]]*)\]$/i;

/** Reads plain lines, or LRC: each line after its times, of which a refrain has several. */
function readText(text: string): LyricLine[] {
  const plain: LyricLine[] = [];
  const timed: LyricLine[] = [];
  let offset = 0;
  for (const raw of cut(text).split(/\r\n|\r|\n/)) {
    let line = raw.trim();
    const times: number[] = [];
    for (let match = timestamp.exec(line); match; match = timestamp.exec(line)) {
      const [whole, minutes, seconds, fraction = ""] = match;
      times.push(Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction || 0}`));
      line = line.slice(whole.length).trimStart();
    }
    const [, name, value] = property.exec(line) ?? [];
    if (times.length === 0 && name?.toLowerCase() === "offset") offset = (Number(value) || 0) / 1000;
    // Times of single words are finer than what is shown.
    const words = clean(line.replace(/<\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?>/g, ""));
    for (const at of times) timed.push({ at, text: words });
    if (times.length === 0) plain.push({ at: null, text: words });
  }
  // A positive offset lets the words come sooner.
  return timed.length > 0
    ? inOrder(timed.map(({ at, text: words }) => ({ at: (at ?? 0) - offset, text: words })))
    : trim(plain);
}

/** Joins syllables: where entries begin with a line break, those without one continue the line. */
function readSyllables(entries: readonly { text: string; timestamp: number }[]): LyricLine[] {
  const hasBreaks = entries.some(({ text }) => /^[\r\n]/.test(text));
  const lines: { at: number; text: string }[] = [];
  for (const { text, timestamp: ms } of entries.slice(0, lyricsLimits.characters)) {
    const last = lines.at(-1);
    if (hasBreaks && last !== undefined && !/^[\r\n]/.test(text)) last.text = cut(last.text + text);
    else lines.push({ at: ms / 1000, text });
  }
  return inOrder(lines.map(({ at, text }) => ({ at, text: clean(text) })));
}

const cut = (text: string) => text.slice(0, lyricsLimits.characters);

/** One line of text without control characters and half characters, not longer than anybody reads. */
const clean = (text: string) => [...text.replace(/[\p{Cc}\p{Cs}]+/gu, " ").trim()].slice(0, lyricsLimits.line).join("");

/** By time, and within bounds. */
function inOrder(lines: readonly { at: number; text: string }[]): LyricLine[] {
  const timed = lines
    .filter(({ at }) => Number.isFinite(at))
    .map(({ at, text }) => ({ at: Math.max(0, Math.round(at * 1000) / 1000), text }));
  return bound(timed.toSorted((a, b) => a.at - b.at));
}

/** Without empty lines at the beginning and the end, and never two in a row. */
function trim(lines: readonly LyricLine[]): LyricLine[] {
  const kept = lines.filter(({ text }, index) => text !== "" || (lines[index - 1]?.text ?? "") !== "");
  if (kept.at(-1)?.text === "") kept.pop();
  return bound(kept);
}

function bound(lines: readonly LyricLine[]): LyricLine[] {
  let characters = 0;
  return lines
    .slice(0, lyricsLimits.lines)
    .filter(({ text }) => (characters += text.length) <= lyricsLimits.characters);
}
