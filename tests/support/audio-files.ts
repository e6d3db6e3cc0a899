/** Real sound files of every kind, made once by ffmpeg and kept; and files that only pretend (specification 15.6). */
import { execFileSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";

const cache = join(import.meta.dirname, "../../node_modules/.cache/offbeat-audio-1");

/** The program's name. Throws an Error that says what to install when it is missing. */
function findFfmpeg(): string {
  try {
    execFileSync("ffmpeg", ["-version"], { stdio: "ignore" });
    return "ffmpeg";
  } catch {
    throw new Error(
      "These tests need ffmpeg to make sound files: install it, for example with `apt-get install ffmpeg`",
    );
  }
}

const tone = (seconds: number) => ["-f", "lavfi", "-i", `sine=frequency=440:duration=${seconds}`];
const picture = ["-f", "lavfi", "-i", "testsrc=duration=3:size=64x64:rate=10"];
const indexed = ["-movflags", "empty_moov+dash+global_sidx", "-frag_duration", "2000000"];
const tags = ["-metadata", "title=Probe", "-metadata", "artist=Ada"];
const gain = ["-metadata", "REPLAYGAIN_TRACK_GAIN=-6.50 dB"];

/** An MP3 of nothing but its frames. */
const bare = ["-c:a", "libmp3lame", "-write_xing", "0", "-id3v2_version", "0"];
const fragments = ["-movflags", "frag_keyframe+empty_moov", "-frag_duration", "500000"];

interface Recipe {
  name: string;
  options: string[];
}

/** What the server accepts, three seconds each unless the name says more. */
const accepted = {
  mp3: {
    name: "a.mp3",
    options: [...tone(3), ...tags, ...gain, "-c:a", "libmp3lame", "-b:a", "128k"],
  },
  mp3WithoutIndex: {
    name: "b.mp3",
    options: [...tone(3), "-c:a", "libmp3lame", "-q:a", "4", "-write_xing", "0"],
  },
  m4a: { name: "a.m4a", options: [...tone(3), ...tags, "-c:a", "aac"] },
  mp4Audio: { name: "b.mp4", options: [...tone(3), "-c:a", "aac"] },
  aac: { name: "a.aac", options: [...tone(3), "-c:a", "aac"] },
  flac: { name: "a.flac", options: [...tone(3), ...tags, ...gain, "-c:a", "flac"] },
  ogg: { name: "a.ogg", options: [...tone(3), ...tags, ...gain, "-c:a", "libvorbis"] },
  opus: { name: "a.opus", options: [...tone(3), ...tags, "-c:a", "libopus"] },
  webm: { name: "a.webm", options: [...tone(3), "-c:a", "libopus"] },
  wav: { name: "a.wav", options: [...tone(3)] },
  wav24: { name: "b.wav", options: [...tone(3), "-c:a", "pcm_s24le"] },
  muLaw: { name: "mu-law.wav", options: [...tone(3), "-c:a", "pcm_mulaw"] },
  aLaw: { name: "a-law.wav", options: [...tone(3), "-c:a", "pcm_alaw"] },
  webmLive: { name: "live.webm", options: [...tone(3), "-c:a", "libopus", "-live", "1"] },
  webmVorbis: { name: "vorbis.webm", options: [...tone(3), "-c:a", "libvorbis"] },
  oggFlac: { name: "flac.oga", options: [...tone(3), "-c:a", "flac", "-f", "ogg"] },
  mp4Opus: { name: "opus.mp4", options: [...tone(3), "-c:a", "libopus"] },
  mp4Flac: { name: "flac.mp4", options: [...tone(3), "-c:a", "flac", "-strict", "-2"] },
  mp4Mp3: { name: "mp3.mp4", options: [...tone(3), "-c:a", "libmp3lame"] },
  mp4InFragments: { name: "fragments.mp4", options: [...tone(3), "-c:a", "aac", ...fragments] },
  quickTime: { name: "aac.mov", options: [...tone(3), "-c:a", "aac"] },
  threeMinutes: {
    name: "long.mp3",
    options: [...tone(180), ...tags, "-c:a", "libmp3lame", "-b:a", "128k"],
  },
} satisfies Record<string, Recipe>;

/** Fragments with an index, of twenty seconds. */
const inFragments = {
  /** As of a recorder that was paused for six seconds. */
  mp4WithPause: {
    name: "pause.mp4",
    options: [...tone(20), "-af", "asetpts='PTS+gte(T,8)*6/TB'", "-c:a", "aac", ...indexed],
  },
  mp4IndexedFragments: { name: "indexed-fragments.mp4", options: [...tone(20), "-c:a", "aac", ...indexed] },
} satisfies Record<string, Recipe>;

/** Every kind of file that is accepted, long enough to seek in. */
const minutes = {
  mp3Minutes: { name: "minutes.mp3", options: [...tone(100), "-c:a", "libmp3lame", "-b:a", "128k"] },
  m4aMinutes: { name: "minutes.m4a", options: [...tone(100), "-c:a", "aac"] },
  aacMinutes: { name: "minutes.aac", options: [...tone(100), "-c:a", "aac"] },
  flacMinutes: { name: "minutes.flac", options: [...tone(100), "-c:a", "flac"] },
  oggMinutes: { name: "minutes.ogg", options: [...tone(100), "-c:a", "libvorbis"] },
  opusMinutes: { name: "minutes.opus", options: [...tone(100), "-c:a", "libopus"] },
  webmMinutes: { name: "minutes.webm", options: [...tone(100), "-c:a", "libopus"] },
  wavMinutes: { name: "minutes.wav", options: [...tone(100)] },
} satisfies Record<string, Recipe>;

const songTags = ["title=Quiet Morning", "artist=The Testers", "album=Proofs"].flatMap((tag) => ["-metadata", tag]);

/** A song with all its tags, long enough to be played across several screens. */
const songs = {
  tagged: {
    name: "tagged.mp3",
    options: [...tone(90), ...songTags, "-c:a", "libmp3lame", "-b:a", "128k"],
  },
} satisfies Record<string, Recipe>;

const loudnessTags = (...values: string[]) => values.flatMap((value) => ["-metadata", value]);

/** Files whose tags say how loud they are. */
const loud = {
  flacPeak: {
    name: "peak.flac",
    options: [
      ...tone(3),
      ...loudnessTags("REPLAYGAIN_TRACK_GAIN=+3.20 dB", "REPLAYGAIN_TRACK_PEAK=0.5"),
      "-c:a",
      "flac",
    ],
  },
  opusGain: { name: "r128.opus", options: [...tone(3), ...loudnessTags("R128_TRACK_GAIN=-2560"), "-c:a", "libopus"] },
  opusBlank: {
    name: "r128-blank.opus",
    options: [...tone(3), ...loudnessTags("R128_TRACK_GAIN= "), "-c:a", "libopus"],
  },
  opusMistaken: {
    name: "r128-mistaken.opus",
    options: [...tone(3), ...loudnessTags("R128_TRACK_GAIN=0x100"), "-c:a", "libopus"],
  },
  flacMistaken: {
    name: "mistaken.flac",
    options: [...tone(3), ...loudnessTags("REPLAYGAIN_TRACK_GAIN=+64 dB", "REPLAYGAIN_TRACK_PEAK=nan"), "-c:a", "flac"],
  },
} satisfies Record<string, Recipe>;

const lrc = "[ti:Quiet Morning]\n[00:01.50]First light\n[00:00.20][00:02.25]Slow tide\n";
const wordsTag = (words: string) => ["-metadata", `lyrics=${words}`];

/** Files with words: TXXX of ID3, ©lyr of MP4, LYRICS of Vorbis comments. */
const sung = {
  mp3Words: {
    name: "words.mp3",
    options: [...tone(3), ...wordsTag("First light\n\nSlow tide"), "-c:a", "libmp3lame"],
  },
  /** Long enough to look at its words while it plays. */
  longWords: {
    name: "long-words.mp3",
    options: [...tone(120), ...wordsTag("First light\n\nSlow tide"), "-c:a", "libmp3lame", "-b:a", "32k"],
  },
  m4aWords: { name: "words.m4a", options: [...tone(3), ...wordsTag("First light\n\nSlow tide"), "-c:a", "aac"] },
  flacLrc: { name: "lrc.flac", options: [...tone(3), ...wordsTag(lrc), "-c:a", "flac"] },
  opusLrc: { name: "lrc.opus", options: [...tone(3), ...wordsTag(lrc), "-c:a", "libopus"] },
  oggLrc: { name: "lrc.ogg", options: [...tone(3), ...wordsTag(lrc), "-c:a", "libvorbis"] },
} satisfies Record<string, Recipe>;

/** Parts of files that were put together. */
const parts = {
  mp3Slow: { name: "slow.mp3", options: [...tone(2), ...bare, "-b:a", "32k"] },
  mp3Fast: { name: "fast.mp3", options: [...tone(2), ...bare, "-b:a", "320k"] },
  mp3Stereo: { name: "stereo.mp3", options: [...tone(2), "-ac", "2", ...bare, "-b:a", "128k"] },
  m4aIndexFirst: {
    name: "index-first.m4a",
    options: [...tone(3), "-c:a", "aac", "-movflags", "faststart"],
  },
} satisfies Record<string, Recipe>;

/** What it refuses, though a player on a computer may play it. */
const refused = {
  mp4Video: {
    name: "v.mp4",
    options: [...picture, ...tone(3), "-c:v", "mpeg4", "-c:a", "aac", "-shortest"],
  },
  webmVideo: {
    name: "v.webm",
    options: [...picture, ...tone(3), "-c:v", "libvpx", "-c:a", "libopus", "-shortest"],
  },
  alac: { name: "c.m4a", options: [...tone(3), "-c:a", "alac"] },
  aiff: { name: "a.aiff", options: [...tone(3)] },
  wma: { name: "a.wma", options: [...tone(3), "-c:a", "wmav2"] },
  mkaAac: { name: "aac.mka", options: [...tone(3), "-c:a", "aac"] },
  mkaOpus: { name: "opus.mka", options: [...tone(3), "-c:a", "libopus"] },
  wavFloat64: { name: "float64.wav", options: [...tone(3), "-c:a", "pcm_f64le"] },
  wavMp3: { name: "mp3.wav", options: [...tone(3), "-c:a", "libmp3lame"] },
  rf64: { name: "rf64.wav", options: [...tone(3), "-rf64", "always"] },
  mp2: { name: "a.mp2", options: [...tone(3), "-c:a", "mp2"] },
  quickTimePcm: { name: "pcm.mov", options: [...tone(3), "-c:a", "pcm_s16le"] },
  mp4Ac3: { name: "ac3.mp4", options: [...tone(3), "-c:a", "ac3"] },
  transportStream: { name: "a.ts", options: [...tone(3), "-c:a", "aac"] },
  oggVideo: {
    name: "v.ogv",
    options: [...picture, ...tone(3), "-c:v", "libtheora", "-c:a", "libvorbis", "-shortest"],
  },
  short: { name: "short.mp3", options: [...tone(0.4), "-c:a", "libmp3lame"] },
} satisfies Record<string, Recipe>;

export const acceptedAudio = Object.keys(accepted) as (keyof typeof accepted)[];
export type AudioName =
  | keyof typeof accepted
  | keyof typeof minutes
  | keyof typeof inFragments
  | keyof typeof songs
  | keyof typeof loud
  | keyof typeof sung
  | keyof typeof parts
  | keyof typeof refused;

const recipes: Record<AudioName, Recipe> = {
  ...accepted,
  ...minutes,
  ...inFragments,
  ...songs,
  ...loud,
  ...sung,
  ...parts,
  ...refused,
};

/** Path of the file, made at the first call. */
export function audioFile(name: AudioName): string {
  const recipe = recipes[name];
  const path = join(cache, recipe.name);
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  // Under its name only when whole: several test files may make it at once. The first stays, which a page may have chosen.
  const draft = join(cache, `${process.pid}-${recipe.name}`);
  try {
    execFileSync(findFfmpeg(), ["-v", "error", "-y", ...recipe.options, draft], { stdio: "ignore" });
    linkSync(draft, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return path;
}

export const audioBytes = (name: AudioName): Buffer => readFileSync(audioFile(name));

/** Sound of as many bytes as a test wants, and a header before them. */
export function longSound(bytes: number): Buffer {
  const header = Buffer.from(audioBytes("wav").subarray(0, 44));
  header.writeUInt32LE(36 + bytes, 4);
  header.write("data", 36);
  header.writeUInt32LE(bytes, 40);
  return Buffer.concat([header, Buffer.alloc(bytes, 0x11)]);
}

/** Files whose content is not what their name says, or nothing at all. */
export const pretenders = {
  text: { name: "song.mp3", bytes: Buffer.from("Dear diary, this is no music.\n".repeat(400)) },
  hls: { name: "song.mp3", bytes: Buffer.from("#EXTM3U\n#EXTINF:3,\nfile:///etc/passwd\n") },
  html: { name: "song.mp3", bytes: Buffer.from("<!doctype html><script>alert(1)</script>") },
  gzip: { name: "song.mp3", bytes: Buffer.from("1f8b0800000000000003", "hex") },
  empty: { name: "song.mp3", bytes: Buffer.alloc(0) },
} as const;

/** An mp4 whose index stands at its end, without that end. */
export const cutOff = (): Buffer => {
  const whole = audioBytes("m4a");
  return whole.subarray(0, Math.floor(whole.length * 0.6));
};

/** The mp3 with an ID3 tag in front that holds a cover of `bytes` bytes. */
export function withCover(bytes: number): Buffer {
  const content = Buffer.concat([Buffer.from("\0image/jpeg\0\x03\0", "latin1"), Buffer.alloc(bytes, 0x5a)]);
  const frame = Buffer.alloc(10);
  frame.write("APIC", 0);
  frame.writeUInt32BE(content.length, 4);
  const header = Buffer.alloc(10);
  header.write("ID3", 0);
  header.writeUInt8(3, 3);
  const size = frame.length + content.length;
  for (let place = 0; place < 4; place++) header.writeUInt8((size >> (7 * (3 - place))) & 0x7f, 6 + place);
  return Buffer.concat([header, frame, content, audioBytes("mp3WithoutIndex")]);
}

/** An ID3v2.3 tag with this title, before an mp3. */
export const withTitle = (title: string): Buffer => withFrame("TIT2", Buffer.from(`\0${title}`), audioBytes("mp3"));

/** An ID3v2.3 tag with words (USLT), before an mp3. */
export const withWords = (text: string): Buffer => withFrame("USLT", Buffer.from(`\0eng\0${text}`, "latin1"));

/** An ID3v2.3 tag with words and their times in milliseconds (SYLT), before an mp3. */
export function withTimedWords(words: readonly (readonly [ms: number, text: string])[]): Buffer {
  const entries = words.flatMap(([ms, text]) => {
    const time = Buffer.alloc(4);
    time.writeUInt32BE(ms);
    return [Buffer.from(`${text}\0`, "latin1"), time];
  });
  // Latin-1, English, milliseconds, lyrics, and no description.
  return withFrame("SYLT", Buffer.concat([Buffer.from("\0eng\x02\x01\0", "latin1"), ...entries]));
}

function withFrame(id: string, content: Buffer, sound = audioBytes("mp3WithoutIndex")): Buffer {
  const frame = Buffer.alloc(10);
  frame.write(id, 0, "latin1");
  frame.writeUInt32BE(content.length, 4);
  const size = frame.length + content.length;
  const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, size >> 7, size & 0x7f]);
  return Buffer.concat([head, frame, content, sound]);
}

/** A PNG that claims `side` pixels each way and holds one row at most. */
export function pngClaiming(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  const row = deflateSync(Buffer.alloc(4));
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", row), chunk("IEND", Buffer.alloc(0))]);
}
