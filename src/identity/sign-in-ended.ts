/** Which answers of the identity provider end a sign-in; all others are trouble on the way (specification 2.22). */
import * as v from "valibot";

const Refusal = v.object({ error: v.object({ message: v.string() }) });

/** What the provider says of a user or a token that it does not take any more, now and later. */
const ending = new Set([
  "INVALID_ID_TOKEN",
  "INVALID_REFRESH_TOKEN",
  "TOKEN_EXPIRED",
  "USER_DISABLED",
  "USER_NOT_FOUND",
]);

/** @param answer as it came, of whoever gave it: proxies and portals speak JSON, too */
export function endsSignIn(status: number, answer: unknown): boolean {
  if (status < 400 || status >= 500 || !v.is(Refusal, answer)) return false;
  // A sentence may follow the code.
  const [code = ""] = answer.error.message.split(" : ");
  return ending.has(code);
}
