import { ApiError } from "../../api/api-error.ts";
import { texts } from "../../texts/texts.ts";

/** Codes that no other song of the batch would escape. */
const stopping: ReadonlySet<string> = new Set([
  "network",
  "unavailable",
  "unauthenticated",
  "no-profile",
  "disk-full",
  "too-many-requests",
  "aborted",
]);

/** What passes by itself, beside what the server says of itself: the song goes up later. */
const passing: ReadonlySet<string> = new Set(["unauthenticated", "no-profile", "aborted", "invalid-reply", "storage"]);

export const passesLater = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.isPassing || passing.has(error.code));

export const stopsBatch = (error: unknown): boolean => error instanceof ApiError && stopping.has(error.code);

/** What is stored of a refusal: in English, so that it follows a change of the language. No title: a fault of the page. */
export function refusalOf(error: unknown): { code: string; title: string } {
  if (error instanceof ApiError) return { code: error.code, title: sentenceOf(error) };
  console.error("An upload failed", error);
  return { code: "unreadable", title: "" };
}

export function uploadProblem(error: unknown): string {
  if (error instanceof ApiError) return texts.sentence(sentenceOf(error)) || texts.app.failed;
  console.error("An upload failed", error);
  return texts.app.failed;
}

/** The server's own sentence where there is one; of a refused form, the first about a field. */
const sentenceOf = ({ problem, message }: ApiError): string => problem?.errors?.[0]?.message ?? message;
