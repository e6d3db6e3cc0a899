/** Worker: hashes each file that it gets, without ever holding a whole one in memory. Answers SHA-256 in hexadecimal. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { streamChunks } from "../../lib/stream-chunks.ts";

self.addEventListener("message", ({ data }: MessageEvent<File>) => void answer(data));

async function answer(file: File): Promise<void> {
  const hash = sha256.create();
  try {
    for await (const chunk of streamChunks(file.stream())) hash.update(chunk);
    self.postMessage(bytesToHex(hash.digest()));
  } catch {
    // The file was moved or removed meanwhile.
    self.postMessage(undefined);
  }
}
