/** What a form says when its save failed: a message for each field that the server names, else one for the form (`""`). */
import { ApiError } from "../api/api-error.ts";
import { texts } from "../texts/texts.ts";
import type { Message } from "../ui/message.ts";

export type FormErrors = Record<string, Message>;

/** Refusals of an uploaded image, which is the only file that these forms send. */
const imageCodes: ReadonlySet<string> = new Set(["unsupported-media", "too-large", "unreadable-file", "file-gone"]);

/** What the contract calls the image of a form, which has one at most. */
const imageFields: ReadonlySet<string> = new Set(["profileImage", "songImage", "playlistImage"]);

/** @param offline what to say without a network */
export function formErrors(error: unknown, offline: Message = texts.app.needsNetwork): FormErrors {
  if (!(error instanceof ApiError)) return { "": texts.app.failed };
  const { code, problem, isNetwork } = error;
  const message = texts.sentence(error.message);
  if (isNetwork) return { "": offline };
  if (imageCodes.has(code)) return { image: message };
  if (!problem?.errors?.length) return { "": message };
  // A path is that of the request's body (`songData.title`); its last part is the field.
  return Object.fromEntries(problem.errors.map((one) => [fieldOf(one.path), texts.sentence(one.message)]));
}

function fieldOf(path: string): string {
  const name = path.split(".").at(-1) ?? "";
  return imageFields.has(name) ? "image" : name;
}

/** The first of them, for a dialog without fields. */
export const firstError = (errors: FormErrors | void): Message | undefined =>
  errors ? Object.values(errors)[0] : undefined;
