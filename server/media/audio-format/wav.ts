/** Reads WAV: its sample format, and how many samples are present. */
import { uploadErrors } from "../upload-error.ts";
import type { ByteReader } from "./byte-reader.ts";
import type { Sound } from "./audio-facts.ts";
import { requirePlayed } from "./played-rates.ts";

const kind = { pcm: 1, float: 3, aLaw: 6, muLaw: 7, extensible: 0xfffe } as const;

/** Names of unplayable codecs in WAV, by number. */
const names: Record<number, string> = {
  0x02: "ADPCM in WAV",
  0x11: "IMA ADPCM in WAV",
  0x31: "GSM in WAV",
  0x45: "G.726 in WAV",
  0x50: "MP2 in WAV",
  0x55: "MP3 in WAV",
  0x92: "Dolby Digital (AC-3) in WAV",
  0xff: "AAC in WAV",
  0x160: "Windows Media (WMA) in WAV",
  0x161: "Windows Media (WMA) in WAV",
  0x1600: "AAC in WAV",
  0x2000: "Dolby Digital (AC-3) in WAV",
};

/** Streaming encoders write a huge number for an unknown length. */
const placeholder = 0x7ff0_0000;

/** Real files have about ten chunks. */
const maxChunks = 100_000;

interface Format {
  code: number;
  channels: number;
  sampleRate: number;
  bits: number;
}

/** Reads the file that starts with "RIFF" at `start`. Throws UploadError. */
export function readWav(bytes: ByteReader, start: number): Sound {
  let format: Format | undefined;
  let at = start + 12;
  for (let chunk = 0; bytes.has(at, 8) && chunk < maxChunks; chunk++) {
    const name = bytes.text(at, 4);
    const length = bytes.u32le(at + 4);
    const content = at + 8;
    if (name === "fmt ") format = readFormat(bytes, content, length);
    if (name === "data") {
      if (!format) throw uploadErrors.broken();
      return readSamples(bytes, content, length, format);
    }
    at = content + length + (length % 2);
  }
  throw uploadErrors.noSound();
}

function readFormat(bytes: ByteReader, at: number, length: number): Format {
  let code = bytes.u16le(at);
  // The extensible format has the code at the start of its GUID.
  if (code === kind.extensible && length >= 26) code = bytes.u16le(at + 24);
  const [channels, sampleRate] = [bytes.u16le(at + 2), bytes.u32le(at + 4)];
  return { code, channels, sampleRate, bits: bytes.u16le(at + 14) };
}

function readSamples(bytes: ByteReader, at: number, length: number, format: Format): Sound {
  const { code, channels, sampleRate, bits } = format;
  const there = Math.max(0, bytes.size - at);
  // Firefox trusts the length and finds no sound.
  if (length === 0 && there > 0) throw uploadErrors.unfinished();
  const isOpen = length >= placeholder;
  const held = isOpen ? there : Math.min(length, there);
  if (!isPlayed(format))
    throw uploadErrors.format(
      code === kind.float || code === kind.pcm
        ? `${bits}-bit ${code === kind.float ? "float " : ""}WAV`
        : (names[code] ?? `WAV with sound of kind ${code}`),
    );
  const bytesPerSecond = channels * Math.ceil(bits / 8) * sampleRate;
  requirePlayed(sampleRate, channels);
  return {
    mimeType: "audio/wav",
    format: "wav",
    seconds: held / bytesPerSecond,
    claimed: isOpen ? undefined : length / bytesPerSecond,
  };
}

function isPlayed({ code, bits }: Format): boolean {
  if (code === kind.pcm) return [8, 16, 24, 32].includes(bits);
  if (code === kind.float) return bits === 32;
  return (code === kind.aLaw || code === kind.muLaw) && bits === 8;
}
