/** Tells which responses of the identity provider end a sign-in; all others are temporary failures (specification 2.22). */
import * as v from "valibot";

const Refusal = v.object({ error: v.object({ message: v.string() }) });

/** Error codes for a user or token that the provider will never accept again. */
const ending = new Set([
  "INVALID_ID_TOKEN",
  "INVALID_REFRESH_TOKEN",
  "TOKEN_EXPIRED",
  "USER_DISABLED",
  "USER_NOT_FOUND",
]);

/** @param answer unvalidated: proxies and captive portals also return JSON */
export const endsSignIn = (status: number, answer: unknown): boolean => ending.has(codeOf(status, answer));

/** Whether the account itself is gone: only then nothing of it may stay on the device (specification 2.37). */
export const saysDeleted = (status: number, answer: unknown): boolean => codeOf(status, answer) === "USER_NOT_FOUND";

/** The code of a refusal; empty for any other answer. */
function codeOf(status: number, answer: unknown): string {
  if (status < 400 || status >= 500 || !v.is(Refusal, answer)) return "";
  // A message may follow the code.
  const [code = ""] = answer.error.message.split(" : ");
  return code;
}
