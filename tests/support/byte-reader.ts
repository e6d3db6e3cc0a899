/** Wraps test bytes as a file for readers. */
import { mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ByteReader } from "../../server/media/audio-format/byte-reader.ts";

export function readerOf(bytes: Buffer, windowBytes?: number): ByteReader {
  const folder = mkdtempSync(join(tmpdir(), "offbeat-reader-"));
  const path = join(folder, "file");
  writeFileSync(path, bytes);
  const file = openSync(path, "r");
  // An open file stays readable after its deletion.
  rmSync(folder, { recursive: true });
  return new ByteReader(file, bytes.length, windowBytes);
}
