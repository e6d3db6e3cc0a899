/** The sentence for a failed form. Flows of this folder throw sentences; a missing chunk does not. */
import { texts } from "../../texts/texts.ts";
import { ChunkLoadError } from "../../app/lazy-import.ts";

export function errorSentence(failure: unknown): string {
  if (failure instanceof ChunkLoadError) return `${texts.app.chunkFailed}. ${texts.app.chunkFailedHint}`;
  return failure instanceof Error ? failure.message : texts.app.failed;
}
