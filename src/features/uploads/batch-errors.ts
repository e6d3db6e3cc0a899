import { ApiError } from "../../api/api-error.ts";
import { texts } from "../../texts/texts.ts";

/** Codes that no other song of the batch would escape. */
const stopping: ReadonlySet<string> = new Set([
  "network",
  "unavailable",
  "unauthenticated",
  "no-profile",
  "disk-full",
  "aborted",
]);

export const stopsBatch = (error: unknown): boolean => error instanceof ApiError && stopping.has(error.code);

/** The server's own sentence where there is one; of a refused form, the first about a field. */
export function uploadProblem(error: unknown): string {
  if (!(error instanceof ApiError)) {
    console.error("An upload failed", error);
    return texts.app.failed;
  }
  return texts.sentence(error.problem?.errors?.[0]?.message ?? error.message);
}
