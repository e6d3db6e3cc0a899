import { expect, test } from "vitest";
import { loginSentence, providerSentence, providerSentences } from "./provider-messages.ts";

test.each([
  ["Firebase: The operation is not allowed (auth/x). Ask again.", "The operation is not allowed (auth/x)"],
  ["Firebase:   spaces around  . Rest", "spaces around"],
  ["Firebase: no full stop", "no full stop"],
  ["First: a part: with a colon. Rest", "a part: with a colon"],
  ["No colon. At all.", "No colon. At all."],
  ["", ""],
])("of %j the part between colon and full stop is shown (specification 9.9)", (message, shown) => {
  expect(providerSentence("auth/of-a-newer-version", message)).toBe(shown);
});

/** The codes that the specification names (9.10). */
const named = [
  "account-exists-with-different-credential",
  "email-already-in-use",
  "wrong-password",
  "user-not-found",
  "user-disabled",
  "weak-password",
  "too-many-requests",
  "network-request-failed",
  "requires-recent-login",
  "expired-action-code",
  "invalid-action-code",
  "popup-blocked",
  "popup-closed-by-user",
  "invalid-api-key",
  "unsupported-persistence-type",
  "operation-not-supported-in-this-environment",
  "multi-factor-auth-required",
];

test.each(named)("%s has a sentence of its own (specification 9.10)", (code) => {
  const sentence = providerSentences[`auth/${code}`] ?? "";
  expect(sentence).toMatch(/^[A-Z].+[^.]$/);
  expect(providerSentence(`auth/${code}`, "Firebase: Something technical.")).toBe(sentence);
});

test("a login tells apart what is no matter of the password, and nothing else (specification 9.6, 9.11)", () => {
  const wrong = "Wrong Email or Password";
  for (const code of ["wrong-password", "user-not-found", "invalid-credential", "invalid-email", "of-a-newer-version"])
    expect([code, loginSentence(`auth/${code}`)]).toEqual([code, wrong]);
  const failures = [
    "network-request-failed",
    "timeout",
    "internal-error",
    "internal",
    "unavailable",
    "deadline-exceeded",
  ];
  for (const code of [...failures, "too-many-requests", "user-disabled"])
    expect([code, loginSentence(`auth/${code}`)]).toEqual([code, providerSentences[`auth/${code}`]]);
});
