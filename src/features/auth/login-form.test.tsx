// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { showForVisitor } from "../../../tests/support/visitor.tsx";
import { IdentityError } from "../../identity/identity.ts";
import { LoginForm } from "./LoginForm.tsx";
import { readPersistence, writePersistence } from "./session-key.ts";

beforeEach(() => sessionStorage.clear());

const noop = () => {};
const show = (signIn: () => Promise<never>) =>
  showForVisitor(<LoginForm email="" onSignedIn={noop} onIncomplete={noop} onForgot={noop} />, {
    identity: { signIn },
  });

const refuse = () => Promise.reject(new IdentityError("auth/invalid-credential", "refused"));
const keep = () => screen.getByLabelText<HTMLSelectElement>("Keep me signed in");

/** Specification 2.18, 2.20 */
test("offers how long a sign-in lasts, says what is lost with it, and remembers the choice in this tab", async () => {
  const { user, unmount } = show(refuse);
  expect([...keep().options].map(({ text }) => text)).toEqual([
    "On this device",
    "Until the browser closes",
    "Until this page closes",
  ]);
  expect(keep().selectedOptions[0]?.text).toBe("On this device");
  expect(screen.queryByText(/Unsent changes/)).toBeNull();
  await user.selectOptions(keep(), "Until the browser closes");
  screen.getByText("Nothing stays on this device. Unsent changes are lost with the browser.");
  expect(readPersistence()).toBe("session");
  unmount();
  show(refuse);
  expect(keep().selectedOptions[0]?.text).toBe("Until the browser closes");
});

/** The browser may have filled the select in before the script ran. */
test("the sign-in lasts as long as the form says, whatever else the tab has chosen", async () => {
  writePersistence("local");
  const chosen: string[] = [];
  const { user } = show(async () => {
    chosen.push(readPersistence());
    return refuse();
  });
  await user.selectOptions(keep(), "Until this page closes");
  writePersistence("local");
  await user.type(screen.getByLabelText("Email"), "ada@example.org");
  await user.type(screen.getByLabelText("Password"), "Engine#1843");
  await user.click(screen.getByRole("button", { name: "Login" }));
  await vi.waitFor(() => expect(chosen).toEqual(["none"]));
});
