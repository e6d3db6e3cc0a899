/** Measures how loud a file is, in this browser (specification 4.21). */
import type { MeasuredLoudness } from "../../../contract/rules/loudness.ts";
import type { UploadSource } from "../../api/upload-source.ts";
import { createLoudnessMeter } from "../../audio/loudness-meter.ts";

/** Decoding takes the whole sound into memory: 20 MB for each minute in stereo. Seconds. */
const longest = 15 * 60;
const largest = 100 * 1024 * 1024;
const sampleRate = 44_100;
/** Seconds of sound between two breaths of the page; about 5 ms of work. */
const atOnce = 5;

/** The part of a decoded file that is measured. */
export type Decoded = Pick<AudioBuffer, "length" | "sampleRate" | "numberOfChannels" | "getChannelData">;

export type Decode = (bytes: ArrayBuffer) => Promise<Decoded>;

/**
 * Null for what is too long, silent, or cannot be decoded here. Never rejects.
 * @param seconds its length, as the media host says; to ask a media element now and then hangs a page in WebKitGTK
 */
export async function measureLoudness(
  source: UploadSource,
  seconds: number | undefined,
  decode: Decode = browserDecode,
): Promise<MeasuredLoudness | null> {
  try {
    if (source.size > largest || seconds === undefined || !(seconds <= longest)) return null;
    const file = await source.slice(0, source.size);
    return await measure(await decode(await file.arrayBuffer()));
  } catch (error) {
    console.info(`The loudness of ${source.name} could not be measured`, error);
    return null;
  }
}

async function measure(sound: Decoded): Promise<MeasuredLoudness | null> {
  const meter = createLoudnessMeter(sound.sampleRate, sound.numberOfChannels);
  const channels = Array.from({ length: sound.numberOfChannels }, (_, index) => sound.getChannelData(index));
  const step = sound.sampleRate * atOnce;
  for (let start = 0; start < sound.length; start += step) {
    meter.add(channels.map((channel) => channel.subarray(start, start + step)));
    await new Promise((resolve) => setTimeout(resolve));
  }
  return meter.result();
}

/** Plays nothing: it only brings the sound to this rate. */
const browserDecode: Decode = (bytes) => new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(bytes);
