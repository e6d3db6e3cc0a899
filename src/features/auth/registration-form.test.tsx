// @vitest-environment happy-dom
import { cleanup, screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { showForVisitor } from "../../../tests/support/visitor.tsx";
import { ApiError } from "../../api/api-error.ts";
import { IdentityError } from "../../identity/identity.ts";
import { RegistrationForm } from "./RegistrationForm.tsx";
import { storeRegistration } from "./stored-registration.ts";

type Services = Parameters<typeof showForVisitor>[1];
const show = (artist = false, services: Services = { identity: {} }) =>
  showForVisitor(<RegistrationForm artist={artist} onRegistered={() => {}} />, services);
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: true });

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

// 3.4.4
test("what was typed is in the other form and after Back; passwords and acceptance are not", async () => {
  const { user } = show();
  await user.type(field("Name"), "Ada");
  await user.type(field("Surname"), "Byron");
  await user.type(field("Email"), "ada@example.org");
  await user.type(field("Password"), "Upstroke4ever!");
  await user.click(screen.getByLabelText(/^I accept/));
  await user.click(screen.getByLabelText(/^Newsletter/));
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain("Upstroke4ever!");
  cleanup();
  const other = show(true);
  expect(["Name", "Surname", "Email", "Password"].map((label) => field(label).value)).toEqual([
    "Ada",
    "Byron",
    "ada@example.org",
    "",
  ]);
  expect(screen.getByLabelText<HTMLInputElement>(/^I accept/).checked).toBe(false);
  expect(screen.getByLabelText<HTMLInputElement>(/^Newsletter/).checked).toBe(true);
  await other.user.clear(field("Surname"));
  cleanup();
  show();
  expect(["Name", "Surname"].map((label) => field(label).value)).toEqual(["Ada", ""]);
});

test("a form that was only looked at does not hide what another tab has sent", () => {
  show();
  cleanup();
  const sent = { firstName: "Ada", lastName: "Byron", email: "ada@example.org", newsletter: false, artist: false };
  storeRegistration(localStorage, sent, Date.now());
  show();
  expect(field("Name").value).toBe("Ada");
});

test("nonsense in the storage is no reason to show no form", () => {
  sessionStorage.setItem("offbeat.registration-typed", "{");
  show();
  expect(field("Name").value).toBe("");
});

// 2.8, 2.10: a toast goes, and the form would look as if nothing had been sent.
test.each([
  ["the profile cannot be saved", undefined, /^Your account is made, but its profile is not saved yet/],
  ["the provider refuses", new IdentityError("auth/weak-password", "Firebase: It is weak."), /password/i],
])("where %s the form keeps the sentence of the toast until something is changed", async (_, refusal, sentence) => {
  const { user, toasts } = show(false, {
    identity: {
      async signUp(email) {
        if (refusal !== undefined) throw refusal;
        return { uid: "ada", email };
      },
    },
    call: async () => {
      throw new ApiError("internal", "It broke", { status: 503 });
    },
  });
  await user.type(field("Name"), "Ada");
  await user.type(field("Surname"), "Byron");
  await user.type(field("Email"), "ada@example.org");
  await user.type(field("Password"), "Upstroke4ever!");
  await user.type(field("Confirm password"), "Upstroke4ever!");
  await user.click(screen.getByLabelText(/^I accept/));
  await user.click(screen.getByRole("button", { name: "Register" }));
  const kept = await within(screen.getByRole("alert")).findByText(sentence);
  expect(toasts.map(({ text }) => text)).toEqual([kept.textContent]);
  expect(field("Password").value).toBe("Upstroke4ever!");
  await user.type(field("Name"), "!");
  expect(screen.getByRole("alert").textContent).toBe("");
});
