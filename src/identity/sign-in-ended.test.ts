import { expect, test } from "vitest";
import { endsSignIn, saysDeleted } from "./sign-in-ended.ts";

const said = (message: string) => ({ error: { code: 400, message, errors: [] } });

test.each([
  "INVALID_ID_TOKEN",
  "INVALID_REFRESH_TOKEN",
  "TOKEN_EXPIRED",
  "USER_DISABLED",
  "USER_NOT_FOUND",
  "USER_DISABLED : The account was disabled",
])("%s of the provider ends a sign-in", (message) => {
  expect(endsSignIn(400, said(message))).toBe(true);
});

test.each<[string, number, unknown]>([
  ["a proxy's word", 401, { error: "unauthorized" }],
  ["a proxy's words", 401, { error: { code: 401, message: "Not allowed" } }],
  ["a path that is not there", 404, { error: { code: 404, message: "Not found" } }],
  ["a key that is refused", 400, said("API key not valid. Please pass a valid API key.")],
  ["too many attempts", 429, said("TOO_MANY_ATTEMPTS_TRY_LATER")],
  ["a busy provider", 503, said("TOKEN_EXPIRED")],
  ["a good answer", 200, { users: [] }],
  ["no answer", 400, null],
])("%s ends none", (_, status, answer) => {
  expect(endsSignIn(status, answer)).toBe(false);
});

test.each<[boolean, number, unknown]>([
  [true, 400, said("USER_NOT_FOUND")],
  [true, 400, said("USER_NOT_FOUND : There is no such user")],
  [false, 400, said("TOKEN_EXPIRED")],
  [false, 400, said("USER_DISABLED")],
  [false, 400, said("INVALID_REFRESH_TOKEN")],
  [false, 503, said("USER_NOT_FOUND")],
  [false, 404, { error: "not found" }],
  [false, 401, { error: { code: 401, message: "Not found" } }],
])("that the account is gone: %s for %i %j (specification 2.37)", (isGone, status, answer) => {
  expect(saysDeleted(status, answer)).toBe(isGone);
});
