/** What a form says when its work failed: the flows of this folder throw sentences, a chunk that is missing does not. */
import { texts } from "../../texts/en.ts";
import { ChunkLoadError } from "../../app/lazy-import.ts";

export function errorSentence(failure: unknown): string {
  if (failure instanceof ChunkLoadError) return `${texts.app.chunkFailed}. ${texts.app.chunkFailedHint}`;
  return failure instanceof Error ? failure.message : texts.app.failed;
}
