import * as v from "valibot";
import { expect, test } from "vitest";
import {
  Email,
  EmailChangeForm,
  LoginForm,
  Password,
  PasswordChangeForm,
  PasswordResetForm,
  RegistrationForm,
  weakPassword,
} from "./validation.ts";

/** The first message of each field. */
function messages(schema: v.GenericSchema, form: object): Record<string, string> {
  const { issues = [] } = v.safeParse(schema, form);
  const found: Record<string, string> = {};
  for (const issue of issues) found[v.getDotPath(issue) ?? ""] ??= issue.message;
  return found;
}

const good = "Correct!1horse";
const better = "Another!1horse";

// 8.10
test.each([
  [
    "",
    "",
    "",
    {
      currentPassword: "Current password is a required field",
      newPassword: "New password is a required field",
      confirm: "Please confirm your password",
    },
  ],
  [
    "weak",
    "weak!1",
    better,
    { currentPassword: weakPassword, newPassword: weakPassword, confirm: "Passwords must match" },
  ],
  [good, good, good, { newPassword: "New password cannot be same as the old one" }],
  [good, better, good, { confirm: "Passwords must match" }],
  [good, better, better, {}],
])("a change of password from %j to %j and %j", (currentPassword, newPassword, confirm, expected) => {
  expect(messages(PasswordChangeForm, { currentPassword, newPassword, confirm })).toMatchObject(expected);
  if (Object.keys(expected).length === 0)
    expect(v.is(PasswordChangeForm, { currentPassword, newPassword, confirm })).toBe(true);
});

// 8.5
test("a registration compares the passwords also while the first is too weak and the policy not accepted", () => {
  const form = { firstName: "Ada", lastName: "Byron", email: "ada@example.org", newsletter: false, privacy: false };
  const policy = "You must accept our privacy polices to continue";
  const of = (password: string, confirm: string) => messages(RegistrationForm, { ...form, password, confirm });
  expect(of("weak", "week")).toEqual({ password: weakPassword, confirm: "Passwords must match", privacy: policy });
  expect(of("weak", "weak")).toEqual({ password: weakPassword, privacy: policy });
  expect(of("weak", "")).toEqual({ password: weakPassword, confirm: "Please confirm your password", privacy: policy });
});

// 8.16
test.each([
  [better, "", { confirm: "Please confirm your password" }],
  [better, good, { confirm: "Passwords must match" }],
  [better, better, {}],
])("a reset to %j and %j", (newPassword, confirm, expected) => {
  expect(messages(PasswordResetForm, { newPassword, confirm })).toEqual(expected);
});

// 8.11
test.each([
  ["", "", { newEmail: "New email is a required field", currentPassword: "Current password is a required field" }],
  ["ada", "any", { newEmail: "New email must be a valid email" }],
  [`${"a".repeat(250)}@b.org`, "any", { newEmail: "New email must be at most 254 characters" }],
  [" ada@example.org ", "any", {}],
])("a change of email to %j with %j", (newEmail, currentPassword, expected) => {
  expect(messages(EmailChangeForm, { newEmail, currentPassword })).toEqual(expected);
});

// 8.6
test("the eight characters of a password are counted as people see them", () => {
  expect(v.is(Password, "aB1!aB1")).toBe(false);
  expect(v.is(Password, "aB1!aB1😀")).toBe(true);
  expect(v.is(Password, "aB1!😀😀")).toBe(false);
});

// 8.3, 8.5, 8.11
test.each([
  ["an apostrophe", "siobhan.o'brien@example.ie"],
  // Chrome's <input type=email> itself turns "me@bücher.example" into this value.
  ["a domain with an umlaut, as browsers write it", "me@xn--bcher-kva.example"],
  ["a top-level domain of another script", "me@example.xn--p1ai"],
])("an address with %s is one", (_, email) => {
  expect.soft(v.is(Email, email)).toBe(true);
  expect.soft(v.is(LoginForm, { email, password: "any" })).toBe(true);
  expect.soft(v.is(EmailChangeForm, { newEmail: email, currentPassword: "any" })).toBe(true);
});

test.each([
  "ada",
  "ada@",
  "@example.org",
  "ada@example",
  "ada@example.c",
  "ada@example..org",
  "a b@example.org",
  "<ada@example.org>",
])("%s is none", (email) => {
  expect(v.is(Email, email)).toBe(false);
});
