import { sha256 } from "@noble/hashes/sha2.js";
import { streamChunks } from "../src/lib/stream-chunks.ts";
import { createYielding } from "../src/lib/yield-to-event-loop.ts";

/** Feeds a blob into a SHA-256, which may take more bytes afterwards. Never holds the whole blob in memory. */
export async function hashBlob(blob: Blob): Promise<ReturnType<typeof sha256.create>> {
  const hash = sha256.create();
  const yieldIfLong = createYielding();
  for await (const chunk of streamChunks(blob.stream())) {
    hash.update(chunk);
    await yieldIfLong();
  }
  return hash;
}
