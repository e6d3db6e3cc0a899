/** Maps Cloudinary's format and codec names to playable MIME types (specification 15.6, 15.17). */
import { uploadErrors } from "./upload-error.ts";

const mp4 = {
  aac: "audio/mp4",
  mp3: "audio/mp4",
  opus: "audio/mp4; codecs=opus",
  flac: "audio/mp4; codecs=flac",
};
const ogg = {
  vorbis: "audio/ogg",
  opus: "audio/ogg; codecs=opus",
  flac: "audio/ogg; codecs=flac",
};
const pcm = ["u8", "s16le", "s24le", "s32le", "f32le", "alaw", "mulaw"];

const types: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries({
    mp3: { mp3: "audio/mpeg" },
    aac: { aac: "audio/aac" },
    m4a: mp4,
    m4b: mp4,
    mp4,
    mov: mp4,
    flac: { flac: "audio/flac" },
    ogg,
    oga: ogg,
    opus: ogg,
    webm: { opus: "audio/webm; codecs=opus", vorbis: "audio/webm; codecs=vorbis" },
    wav: Object.fromEntries(pcm.map((kind) => [`pcm_${kind}`, "audio/wav"])),
  }).map(([format, codecs]) => [format, new Map(Object.entries(codecs))]),
);

/** Returns the MIME type. Accepts a format without a codec. Throws UploadError. */
export function typeOfHosted(format: string, codec: string | null | undefined): string {
  const codecs = types.get(format);
  if (!codecs) throw uploadErrors.noAudio();
  if (!codec) return ([...codecs.values()][0] ?? "").replace(/;.*/, "");
  const type = codecs.get(codec);
  if (type !== undefined) return type;
  throw uploadErrors.format(codec === "alac" ? "Apple Lossless (ALAC)" : `${codec} in ${format}`);
}
