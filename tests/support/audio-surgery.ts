/** What happens to sound files on their way: cut, joined, tagged, damaged, recorded without an end (specification 15.6). */
import { crc32Ogg } from "./ogg-checksum.ts";

const ascii = (text: string) => Buffer.from(text, "latin1");

/** Bytes without a meaning, the same at every run, and none of them the beginning of a frame. */
export function junk(bytes: number): Buffer {
  const made = Buffer.alloc(bytes);
  let state = 12_345;
  for (let at = 0; at < bytes; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    made[at] = Math.min((state >> 16) & 0xff, 0xfe);
  }
  return made;
}

/** An ID3v2 tag with nothing but room in it, before the file. */
export function withTagBefore(file: Buffer, room = 2000): Buffer {
  const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, room >> 7, room & 0x7f]);
  return Buffer.concat([head, Buffer.alloc(room), file]);
}

/** The first share of the file. */
export const cut = (file: Buffer, share = 0.4): Buffer => file.subarray(0, Math.floor(file.length * share));

/** As encoders write to a pipe: the number of samples and the sizes of frames are not known. */
export function withoutLength(flac: Buffer): Buffer {
  const made = Buffer.from(flac);
  const info = made.indexOf("fLaC") + 8;
  made.fill(0, info + 4, info + 10);
  made.writeUInt8(made.readUInt8(info + 13) & 0xf0, info + 13);
  made.fill(0, info + 14, info + 34);
  return made;
}

/** The last page of an Ogg file with another number of samples, or without the mark of the end. */
export function withLastPage(ogg: Buffer, change: { granule?: bigint; isEnd?: boolean }): Buffer {
  const made = Buffer.from(ogg);
  const page = made.lastIndexOf("OggS");
  if (change.granule !== undefined) made.writeBigInt64LE(change.granule, page + 6);
  if (change.isEnd === false) made.writeUInt8(made.readUInt8(page + 5) & ~4, page + 5);
  made.writeUInt32LE(0, page + 22);
  made.writeUInt32LE(crc32Ogg(made.subarray(page)), page + 22);
  return made;
}

/** FLAC in Ogg whose header counts so many samples. */
export function withSampleCount(ogg: Buffer, samples: number): Buffer {
  const made = Buffer.from(ogg);
  made.writeUInt32BE(samples, made.indexOf("fLaC") + 8 + 14);
  const end = made.indexOf("OggS", 4);
  made.writeUInt32LE(0, 22);
  made.writeUInt32LE(crc32Ogg(made.subarray(0, end)), 22);
  return made;
}

/** An MP4 in fragments, up to the first one that begins behind four tenths of it. */
export const cutBetweenFragments = (mp4: Buffer): Buffer =>
  mp4.subarray(0, mp4.indexOf("moof", Math.floor(mp4.length * 0.4)) - 4);

/** The bytes from `from` on, counted from where `mark` stands, overwritten. */
export function withHole(file: Buffer, mark: string, from: number, hole: Buffer): Buffer {
  const made = Buffer.from(file);
  hole.copy(made, made.indexOf(mark) + from);
  return made;
}

/** An MP4 whose tracks are called something else. */
export function withoutTracks(mp4: Buffer): Buffer {
  const made = Buffer.from(mp4);
  made.set(ascii("free"), made.indexOf("trak"));
  return made;
}

/** An MP4 whose index lists no samples. */
export function withoutSamples(mp4: Buffer): Buffer {
  const made = Buffer.from(mp4);
  made.writeUInt32BE(0, made.indexOf("stsz") + 12);
  return made;
}

/** A WAV whose header says so many bytes of sound. */
export function claiming(wav: Buffer, bytes: number): Buffer {
  const made = Buffer.from(wav);
  made.writeUInt32LE(bytes, 4);
  made.writeUInt32LE(bytes, made.indexOf("data") + 4);
  return made;
}
