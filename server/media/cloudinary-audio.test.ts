import { expect, it } from "vitest";
import { typeOfHosted } from "./cloudinary-audio.ts";

it.each([
  ["mp3", "mp3", "audio/mpeg"],
  ["mov", "aac", "audio/mp4"],
  ["mp4", "opus", "audio/mp4; codecs=opus"],
  ["webm", "vorbis", "audio/webm; codecs=vorbis"],
  ["oga", "flac", "audio/ogg; codecs=flac"],
  ["wav", "pcm_mulaw", "audio/wav"],
  ["opus", undefined, "audio/ogg"],
  ["mp4", null, "audio/mp4"],
])("%s with %s is served as %s", (format, codec, type) => {
  expect(typeOfHosted(format, codec)).toBe(type);
});

it.each([
  ["m4a", "alac", "This is Apple Lossless (ALAC)"],
  ["wav", "pcm_f64le", "This is pcm_f64le in wav"],
  ["mov", "pcm_s16le", "This is pcm_s16le in mov"],
  ["mkv", "opus", "This is no sound file"],
  ["constructor", "name", "This is no sound file"],
])("%s with %s is refused", (format, codec, sentence) => {
  expect(() => typeOfHosted(format, codec)).toThrow(sentence);
});
