/** What an upload is, decided by its packets (specification 15.6): each row was looked at in three browser engines. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readAudio } from "../../server/media/audio-format/check-packets.ts";
import { UploadError } from "../../server/media/upload-error.ts";
import { audioBytes, audioFile, type AudioName } from "../support/audio-files.ts";
import { makeWav } from "../support/sounds.ts";
import {
  claiming,
  cut,
  cutBetweenFragments,
  junk,
  withHole,
  withLastPage,
  withoutLength,
  withSampleCount,
  withoutSamples,
  withoutTracks,
  withTagBefore,
} from "../support/audio-surgery.ts";

const folder = mkdtempSync(join(tmpdir(), "offbeat-formats-"));
afterAll(() => rmSync(folder, { recursive: true }));

function read(bytes: Buffer) {
  const path = join(folder, "upload");
  writeFileSync(path, bytes);
  return readAudio(path);
}

/** An MP3 of these bit rates, one after the other, a second each. */
const joined = (...parts: AudioName[]) => Buffer.concat(parts.map((name) => audioBytes(name)));

describe("plays in every browser, and is as long as its packets", () => {
  const rows: [string, number, string, () => Buffer][] = [
    ["WebM from a recorder, without a length", 3, "audio/webm; codecs=opus", () => audioBytes("webmLive")],
    ["WebM with Vorbis", 3, "audio/webm; codecs=vorbis", () => audioBytes("webmVorbis")],
    ["FLAC of unknown length", 3, "audio/flac", () => withoutLength(audioBytes("flac"))],
    ["FLAC with other bytes behind it", 3, "audio/flac", () => Buffer.concat([audioBytes("flac"), junk(60_000)])],
    [
      "Vorbis whose last page counts no samples",
      3,
      "audio/ogg",
      () => withLastPage(audioBytes("ogg"), { granule: 0n }),
    ],
    ["Vorbis whose last page says -1", 3, "audio/ogg", () => withLastPage(audioBytes("ogg"), { granule: -1n })],
    ["Vorbis without the mark of its end", 3, "audio/ogg", () => withLastPage(audioBytes("ogg"), { isEnd: false })],
    [
      "Opus whose last page counts no samples",
      3,
      "audio/ogg; codecs=opus",
      () => withLastPage(audioBytes("opus"), { granule: 0n }),
    ],
    ["MP3 behind junk", 3, "audio/mpeg", () => Buffer.concat([junk(5000), audioBytes("mp3WithoutIndex")])],
    ["MP3 behind zeros", 3, "audio/mpeg", () => Buffer.concat([Buffer.alloc(5000), audioBytes("mp3WithoutIndex")])],
    [
      "MP3 behind a tag and zeros",
      3,
      "audio/mpeg",
      () => withTagBefore(Buffer.concat([Buffer.alloc(3000), audioBytes("mp3WithoutIndex")])),
    ],
    ["MP3 behind two tags", 3, "audio/mpeg", () => withTagBefore(withTagBefore(audioBytes("mp3")))],
    ["MP3 with junk in it", 3, "audio/mpeg", () => withJunkInside(audioBytes("mp3WithoutIndex"))],
    ["two MP3s in one", 6, "audio/mpeg", () => joined("mp3", "mp3WithoutIndex")],
    ["MP3 whose bit rate changes", 4, "audio/mpeg", () => joined("mp3Slow", "mp3Fast")],
    ["MP3 whose index counts too much", 3, "audio/mpeg", () => withWrongIndex(audioBytes("mp3"))],
    ["MP3 without an index, cut", 1.2, "audio/mpeg", () => cut(audioBytes("mp3WithoutIndex"))],
    ["FLAC in Ogg", 3, "audio/ogg; codecs=flac", () => audioBytes("oggFlac")],
    ["Ogg, cut", 1.2, "audio/ogg; codecs=flac", () => cut(audioBytes("oggFlac"))],
    ["mu-law in WAV", 3, "audio/wav", () => audioBytes("muLaw")],
    ["A-law in WAV", 3, "audio/wav", () => audioBytes("aLaw")],
    ["WAV from a pipe", 3, "audio/wav", () => claiming(audioBytes("wav"), 0xffff_ffff)],
    ["Opus in MP4", 3, "audio/mp4; codecs=opus", () => audioBytes("mp4Opus")],
    ["FLAC in MP4", 3, "audio/mp4; codecs=flac", () => audioBytes("mp4Flac")],
    ["MP3 in MP4", 3, "audio/mp4", () => audioBytes("mp4Mp3")],
    ["AAC in fragments of MP4", 3, "audio/mp4", () => audioBytes("mp4InFragments")],
    ["AAC in fragments of MP4 with an index", 20, "audio/mp4", () => audioBytes("mp4IndexedFragments")],
    ["AAC in fragments of MP4 with an index, with a pause", 20, "audio/mp4", () => audioBytes("mp4WithPause")],
    [
      "FLAC in Ogg that counts its samples",
      3,
      "audio/ogg; codecs=flac",
      () => withSampleCount(audioBytes("oggFlac"), 132_300),
    ],
    ["AAC in QuickTime", 3, "audio/mp4", () => audioBytes("quickTime")],
  ];
  test.each(rows)("%s", (_, seconds, mimeType, bytes) => {
    const sound = read(bytes());
    expect(sound.mimeType).toBe(mimeType);
    expect(Math.abs(sound.seconds - seconds)).toBeLessThan(0.2);
  });
});

/** In its middle, at no frame's edge. */
function withJunkInside(mp3: Buffer): Buffer {
  const middle = Math.floor(mp3.length / 2);
  return Buffer.concat([mp3.subarray(0, middle), junk(3000), mp3.subarray(middle)]);
}

/** The index of an MP3 says how many frames there are, and how many bytes. */
function withWrongIndex(mp3: Buffer): Buffer {
  const made = Buffer.from(mp3);
  const index = Math.max(made.indexOf("Xing"), made.indexOf("Info"));
  made.writeUInt32BE(made.readUInt32BE(index + 8) * 4, index + 8);
  return made;
}

/** A WAV whose header says other channels and another rate. */
function wavOf(channels: number, rate: number): Buffer {
  const { bytes } = makeWav(3);
  bytes.writeUInt16LE(channels, 22);
  bytes.writeUInt32LE(rate, 24);
  return bytes;
}

/** With one sample a second in its stream info. */
function slowed(flac: Buffer): Buffer {
  const made = Buffer.from(flac);
  const at = made.indexOf("fLaC") + 8 + 10;
  made.writeUIntBE((1 << 4) | (made.readUInt8(at + 2) & 15), at, 3);
  return made;
}

describe("is refused with a sentence that is true", () => {
  const notEvery = (name: string) => new RegExp(`^This is ${name}, which not every browser plays`);
  const cutOff = /^The file is cut off before its end/;
  const damaged = /^The file is damaged or cut off/;
  const noSound = /^There is no sound in this file/;
  const rows: [string, RegExp, () => Buffer][] = [
    ["FLAC after an ID3 tag", notEvery("FLAC that begins with an ID3 tag"), () => withTagBefore(audioBytes("flac"))],
    ["AAC after an ID3 tag", notEvery("AAC that begins with an ID3 tag"), () => withTagBefore(audioBytes("aac"))],
    ["AAC in Matroska", notEvery("Matroska audio \\(MKA\\)"), () => audioBytes("mkaAac")],
    ["Opus in Matroska", notEvery("Matroska audio \\(MKA\\)"), () => audioBytes("mkaOpus")],
    ["RF64", notEvery("RF64 \\(large WAV\\)"), () => audioBytes("rf64")],
    ["MP3 in WAV", notEvery("MP3 in WAV"), () => audioBytes("wavMp3")],
    ["64-bit float WAV", notEvery("64-bit float WAV"), () => audioBytes("wavFloat64")],
    ["MP2", notEvery("MPEG Layer 2 \\(MP2\\)"), () => audioBytes("mp2")],
    ["PCM in QuickTime", notEvery("PCM in MP4"), () => audioBytes("quickTimePcm")],
    ["AC-3 in MP4", notEvery("Dolby Digital \\(AC-3\\)"), () => audioBytes("mp4Ac3")],
    ["a transport stream", notEvery("an MPEG transport stream"), () => audioBytes("transportStream")],
    ["a video in Ogg", /^This is a video/, () => audioBytes("oggVideo")],
    ["MP3 with tags and no frames", noSound, () => withTagBefore(Buffer.alloc(0), 15_000)],
    ["MP3 with tags and noise", noSound, () => withTagBefore(junk(60_000))],
    ["M4A without a track", noSound, () => withoutTracks(audioBytes("m4a"))],
    ["M4A without samples", noSound, () => withoutSamples(audioBytes("m4a"))],
    ["frames of AAC that hold nothing", noSound, () => Buffer.alloc(7 * 30_000, Buffer.from("fff1508000fffc", "hex"))],
    ["M4A with a hole", damaged, () => withHole(audioBytes("m4a"), "mdat", 8000, Buffer.alloc(6000))],
    ["M4A with noise", damaged, () => withHole(audioBytes("m4a"), "mdat", 4000, junk(10_000))],
    ["FLAC with noise", damaged, () => withHole(audioBytes("flac"), "fLaC", 30_000, junk(3000))],
    ["AAC with other bytes behind it", damaged, () => Buffer.concat([audioBytes("aac"), junk(3000)])],
    [
      "MP3 behind a lot of junk",
      /^Other data stands before the sound/,
      () => Buffer.concat([junk(20_000), audioBytes("mp3")]),
    ],
    ["a WAV that was never finished", /^The recording was never finished/, () => claiming(audioBytes("wav"), 0)],
    ["WAV with 2,000 samples a second", notEvery("sound with 2000 samples a second"), () => wavOf(1, 2_000)],
    ["WAV with 4,000,000 of them", notEvery("sound with 4000000 samples a second"), () => wavOf(1, 4_000_000)],
    ["WAV with 200 channels", notEvery("sound with 200 channels"), () => wavOf(200, 8_000)],
    ["FLAC with one sample a second", notEvery("sound with 1 samples a second"), () => slowed(audioBytes("flac"))],
    ["two Ogg files in one", /^There are several recordings/, () => joined("ogg", "ogg")],
    ["two FLAC files in one", /^There are several recordings/, () => joined("flac", "flac")],
    ["MP3 that turns to stereo", /^The file changes its channels/, () => joined("mp3", "mp3Stereo")],
    ...(["mp3", "flac", "webm", "m4aIndexFirst", "mp4InFragments", "wav", "aac"] as const).map(
      (name): [string, RegExp, () => Buffer] => [`${name} cut at 40 %`, cutOff, () => cut(audioBytes(name))],
    ),
    ["M4A in fragments, cut between two", cutOff, () => cutBetweenFragments(audioBytes("mp4IndexedFragments"))],
    ["FLAC in Ogg that counts its samples, cut", cutOff, () => cut(withSampleCount(audioBytes("oggFlac"), 3 * 44_100))],
    ["M4A cut before its index", damaged, () => cut(audioBytes("m4a"))],
  ];
  test.each(rows)("%s", (_, sentence, bytes) => {
    expect(() => read(bytes())).toThrow(sentence);
  });
});

/** A file whose beginning is real, and then 8 MB of the same few bytes. */
const endless = (name: AudioName, bytes: string, keep?: number) =>
  Buffer.concat([audioBytes(name).subarray(0, keep), Buffer.alloc(8_000_000, bytes, "latin1")]);

describe("is read in moments, whatever it repeats", () => {
  const rows: [string, () => Buffer][] = [
    ["what may begin a frame", () => endless("mp3", "\u00ff")],
    ["pages that are none", () => endless("opus", `OggS${"\0".repeat(22)}\u00ff`)],
    ["padding of WebM", () => endless("webmLive", "\u00ec\u0080")],
    ["tracks of WebM", () => endless("webmLive", "\u0016\u0054\u00ae\u006b\u0080")],
    ["boxes", () => endless("m4a", "\0\0\0\u0008free")],
    ["fragments", () => endless("mp4InFragments", "\0\0\0\u0010moof\0\0\0\u0008traf")],
    ["chunks of WAV", () => endless("wav", "LIST\0\0\0\0", 36)],
    ["blocks of FLAC", () => endless("flac", "\u0001\0\0\0", 42)],
    ["headers of FLAC", () => endless("flac", "\u00ff\u00f8\u00c9\u0018", 20_000)],
    ["tags", () => endless("mp3", "ID3\u0003\0\0\0\0\0\0")],
    ["tags from its beginning", () => endless("mp3", "ID3\u0003\0\0\0\0\0\0", 0)],
  ];
  test.each(rows)("%s", (_, bytes) => {
    const file = bytes();
    const before = process.cpuUsage();
    try {
      read(file);
    } catch (error) {
      expect(error).toBeInstanceOf(UploadError);
    }
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(3000);
  });

  test("an hour of AAC", () => {
    const aac = Buffer.concat(Array<Buffer>(1200).fill(audioBytes("aac")));
    const { seconds } = read(aac);
    expect(seconds).toBeGreaterThan(3600);
    expect(seconds).toBeCloseTo(readAudio(audioFile("aac")).seconds * 1200, 0);
  });
});
