// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { showForVisitor } from "../../../tests/support/visitor.tsx";
import { RegistrationForm } from "./RegistrationForm.tsx";
import { storeRegistration } from "./stored-registration.ts";

const show = (artist = false) =>
  showForVisitor(<RegistrationForm artist={artist} onRegistered={() => {}} />, { identity: {} });
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
