/** Reads MP4, M4A, M4B and QuickTime: the samples of the first audio track, indexed or fragmented. */
import { uploadErrors } from "../upload-error.ts";
import type { ByteReader } from "./byte-reader.ts";
import { type Box, findBox, readBoxes } from "./mp4-boxes.ts";
import { readCodec } from "./mp4-codec.ts";
import { addFragment, addTables, readDefaultSize, SampleSum } from "./mp4-samples.ts";
import { missingSeconds } from "./mp4-length.ts";
import type { Sound } from "./audio-facts.ts";

/** Codecs of chapter pictures and covers: such a track is not a video. */
const stills = /^(jpeg|mjpa|png |gif )$/;

/** More than a day of fragments. */
const maxTopBoxes = 1_000_000;

/** Reads the file whose first box is at `start`. Throws UploadError. */
export function readMp4(bytes: ByteReader, start: number): Sound {
  const index = findIndex(bytes, start);
  const { id, table, description } = findTrack(bytes, index);
  const { mimeType, clock } = readCodec(bytes, description);
  const sum = new SampleSum(bytes, clock);
  addTables(bytes, table, sum);
  let absent = 0;
  if (findBox(bytes, index, "mvex")) {
    const track = { id, defaultSize: readDefaultSize(bytes, index, id) };
    // Uses a separate window for samples, because fragments and samples alternate.
    const boxes = bytes.fork();
    for (const box of readTop(boxes, start))
      if (box.type === "moof") addFragment(boxes, box, box.start - 8, track, sum);
      else if (box.type === "sidx") absent += missingSeconds(boxes, box, id);
  }
  const { seconds, packets } = clock;
  const { present, missing } = sum;
  if (packets === 0) {
    if (missing > 0) throw uploadErrors.cutOff();
    throw uploadErrors.noSound();
  }
  return { mimeType, format: "m4a", seconds, claimed: (seconds * (present + missing)) / present + absent };
}

const readTop = (bytes: ByteReader, start: number): Generator<Box> => readBoxes(bytes, start, bytes.size, maxTopBoxes);

/** Finds the index, which is often at the end; nothing plays without it. */
function findIndex(bytes: ByteReader, start: number): Box {
  for (const box of readTop(bytes, start)) if (box.type === "moov") return box;
  throw uploadErrors.broken();
}

function findTrack(bytes: ByteReader, index: Box) {
  let track: { id: number; table: Box; description: Box } | undefined;
  for (const box of readBoxes(bytes, index.start, index.end)) {
    if (box.type !== "trak") continue;
    const handler = findBox(bytes, box, "mdia", "hdlr");
    const table = findBox(bytes, box, "mdia", "minf", "stbl");
    const description = table && findBox(bytes, table, "stsd");
    if (!handler || !description) continue;
    const kind = bytes.text(handler.start + 8, 4);
    const [entry] = readBoxes(bytes, description.start + 8, description.end);
    if (kind === "vide" && entry && !stills.test(entry.type)) throw uploadErrors.video();
    if (kind === "soun" && !track) track = { id: readTrackId(bytes, box), table, description };
  }
  if (!track) throw uploadErrors.noSound();
  return track;
}

function readTrackId(bytes: ByteReader, track: Box): number {
  const header = findBox(bytes, track, "tkhd");
  if (!header) return 0;
  return bytes.u32(header.start + (bytes.u8(header.start) === 1 ? 20 : 12));
}
