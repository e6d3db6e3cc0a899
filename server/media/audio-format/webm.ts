/** Reads WebM: sums up the blocks of its audio track. Recorders omit the lengths. */
import { uploadErrors } from "../upload-error.ts";
import type { ByteReader } from "./byte-reader.ts";
import { type Element, readElement, readElements, readFloat, readNumber, readUnsigned } from "./ebml.ts";
import { readLacing } from "./lacing.ts";
import { createOpusClock } from "./opus.ts";
import { headBytes, type PacketClock, type Sound } from "./audio-facts.ts";
import { createVorbisClock } from "./vorbis.ts";

const ids = {
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  entry: 0xae,
  number: 0xd7,
  type: 0x83,
  codec: 0x86,
  private: 0x63a2,
  cluster: 0x1f43b675,
  group: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const;

/** Elements whose children are read as siblings, so that unknown lengths do not matter. */
const open: ReadonlySet<number> = new Set([ids.segment, ids.cluster, ids.group]);
const blocks: ReadonlySet<number> = new Set([ids.block, ids.simpleBlock]);
/** Other elements; recorders write some for each second. */
const maxOtherElements = 1_000_000;
const maxHeaderBytes = 4096;
const maxTracks = 100;
/** Codec private data: for Vorbis, code books of a few kB. */
const maxPrivateBytes = 256 * 1024;

interface Track {
  number: number;
  codec: string;
  clock: PacketClock;
}

/** Reads the file that starts with an EBML header at `start`. Throws UploadError. */
export function readWebm(bytes: ByteReader, start: number): Sound {
  const header = readElement(bytes, start, bytes.size);
  if (header === undefined || header.end - header.start > maxHeaderBytes) throw uploadErrors.broken();
  const isWebm = [...readElements(bytes, header.start, header.end)].some(
    ({ id, start: at, end }) => id === ids.docType && bytes.text(at, end - at).startsWith("webm"),
  );
  let track: Track | undefined;
  let claimed: number | undefined;
  let idle = 0;
  for (let position = header.end; ;) {
    const element = readElement(bytes, position, bytes.size);
    if (element === undefined) break;
    position = open.has(element.id) ? element.start : element.end;
    if (element.id === ids.info) claimed = readLength(bytes, element);
    else if (element.id === ids.tracks && !track) track = readTracks(bytes, element, isWebm);
    else if (track && element.isWhole && blocks.has(element.id)) addBlock(bytes, element, track);
    else if (++idle > maxOtherElements) throw uploadErrors.broken();
  }
  if (!track || track.clock.packets === 0) throw uploadErrors.noSound();
  const { seconds } = track.clock;
  return { mimeType: `audio/webm; codecs=${track.codec}`, format: "webm", seconds, claimed };
}

function readLength(bytes: ByteReader, info: Element): number | undefined {
  let scale = 1_000_000;
  let duration: number | undefined;
  for (const element of readElements(bytes, info.start, info.end)) {
    if (element.id === ids.scale) scale = readUnsigned(bytes, element);
    if (element.id === ids.duration) duration = readFloat(bytes, element);
  }
  return duration === undefined ? undefined : (duration * scale) / 1e9;
}

function readTracks(bytes: ByteReader, tracks: Element, isWebm: boolean): Track {
  const entries = [];
  for (const element of readElements(bytes, tracks.start, tracks.end))
    if (element.id === ids.entry && entries.length < maxTracks) entries.push(readEntry(bytes, element));
  if (entries.some(({ type }) => type === 1)) throw uploadErrors.video();
  const entry = entries.find(({ type }) => type === 2);
  if (!entry) throw uploadErrors.noSound();
  if (!isWebm) throw uploadErrors.format("Matroska audio (MKA)");
  const { number, codec, content } = entry;
  if (codec === "A_OPUS") {
    const skipped = content.length >= 12 ? content.readUInt16LE(10) : 0;
    return { number, codec: "opus", clock: createOpusClock(skipped) };
  }
  if (codec === "A_VORBIS") return { number, codec: "vorbis", clock: createVorbisClock(...vorbisHeaders(content)) };
  throw uploadErrors.format(
    `WebM with ${codec
      .replace(/^A_/, "")
      .replace(/[^\w/.-]/g, "")
      .slice(0, 20)}`,
  );
}

function readEntry(bytes: ByteReader, entry: Element) {
  const track = { number: 0, type: 0, codec: "", content: Buffer.alloc(0) };
  for (const element of readElements(bytes, entry.start, entry.end)) {
    const length = element.end - element.start;
    if (element.id === ids.number) track.number = readUnsigned(bytes, element);
    if (element.id === ids.type) track.type = readUnsigned(bytes, element);
    if (element.id === ids.codec) track.codec = bytes.text(element.start, Math.min(length, 40));
    if (element.id === ids.private && length <= maxPrivateBytes)
      track.content = Buffer.from(bytes.piece(element.start, length));
  }
  return track;
}

/** Returns the first and third of the three headers, which follow the lengths of the first two. */
function vorbisHeaders(content: Buffer): [Buffer, Buffer] {
  let at = 1;
  const lengths = [0, 1].map(() => {
    let length = 0;
    for (; content[at] === 255; at++) length += 255;
    return length + (content[at++] ?? 0);
  });
  const [first = 0, second = 0] = lengths;
  return [content.subarray(at, at + first), content.subarray(at + first + second)];
}

function addBlock(bytes: ByteReader, { start, end }: Element, { number, clock }: Track): void {
  const track = readNumber(bytes, start, end);
  if (track?.value !== number || start + track.bytes + 3 > end) return;
  const flags = bytes.u8(start + track.bytes + 2);
  const laced = readLacing(bytes, start + track.bytes + 3, end, flags & 6);
  let position = laced.start;
  for (const length of laced.lengths) {
    if (length < 0 || position + length > end) return;
    clock.add(bytes.piece(position, Math.min(length, headBytes)), length);
    position += length;
  }
}
