// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { showForVisitor } from "../../tests/support/visitor.tsx";
import { readSession } from "../features/auth/session.ts";
import { IdentityError, type MailedCode } from "../identity/identity.ts";
import { MailedLink } from "./auth-action.tsx";

vi.mock("../identity/firebase.ts", () => ({}));

const ada = { uid: "ada", email: "ada@example.org", firstName: "Ada", lastName: "Quill" };
const press = (name: string) => screen.getByRole("button", { name });
const refusal = (code: string) => new IdentityError(code, `Firebase: Error (${code}).`);

/** An unsigned token with this email. */
const tokenOf = (email: string) => `x.${btoa(JSON.stringify({ email }))}.x`;

/** Follows a link; `check` and `use` are what the provider says to it. */
function follow(search: string, options: Partial<Parameters<typeof playProvider>[0]> & { session?: typeof ada } = {}) {
  history.replaceState(null, "", `/auth/action${search}`);
  const { session, ...played } = options;
  const provider = playProvider({ check: () => refusal("auth/invalid-action-code"), ...played });
  const shown = showForVisitor(<MailedLink />, { identity: provider.identity, ...(session && { session }) });
  return { ...shown, calls: provider.calls };
}

function playProvider(play: { check: () => MailedCode | Error; use?: () => Error | undefined; tokenEmail?: string }) {
  const calls: string[] = [];
  const apply = async (call: string) => {
    calls.push(call);
    const error = play.use?.();
    if (error) throw error;
  };
  return {
    calls,
    identity: {
      checkCode: async (code: string) => {
        calls.push(`check ${code}`);
        const found = play.check();
        if (found instanceof Error) throw found;
        return found;
      },
      confirmReset: (code: string, password: string) => apply(`reset ${code} ${password}`),
      applyCode: (code: string) => apply(`apply ${code}`),
      signIn: async (email: string, password: string) => {
        calls.push(`sign in ${email} ${password}`);
        return ada;
      },
      token: async () => tokenOf(play.tokenEmail ?? ada.email),
    },
  };
}

const reset = { purpose: "reset-password", email: ada.email } as const;

beforeEach(() => history.replaceState(null, "", "/"));

async function chooseNewPassword(user: ReturnType<typeof follow>["user"]) {
  await screen.findByRole("heading", { name: "Choose a new password" });
  await user.type(screen.getByLabelText("New password"), "Another!1horse");
  await user.type(screen.getByLabelText("Confirm password"), "Another!1horse");
  await user.dblClick(press("Save password"));
}

// 2.29, 2.30, 2.33, 8.16
test("a reset link takes a new password and leads a visitor to the login", async () => {
  const { user, calls, went, toasts } = follow("?mode=resetPassword&oobCode=abc", { check: () => reset });
  await chooseNewPassword(user);
  expect(calls).toEqual(["check abc", "reset abc Another!1horse"]);
  expect(toasts).toMatchObject([{ text: "Your password has been successfully updated" }]);
  expect(went).toEqual([{ to: "/login", email: ada.email, replace: true }]);
});

test("whoever is signed in to the account goes on with the new password; in another account nothing changes", async () => {
  const own = follow("?mode=resetPassword&oobCode=abc", { check: () => reset, session: ada });
  await chooseNewPassword(own.user);
  expect(own.calls.at(-1)).toBe(`sign in ${ada.email} Another!1horse`);
  own.unmount();
  const eve = { ...ada, uid: "eve", email: "eve@example.org" };
  const other = follow("?mode=resetPassword&oobCode=abc", { check: () => reset, session: eve });
  await chooseNewPassword(other.user);
  expect(other.calls).toEqual(["check abc", "reset abc Another!1horse"]);
  expect(readSession(other.queryClient)).toEqual(eve);
  expect(other.toasts).toMatchObject([{ text: `The password of ${ada.email} has been updated` }]);
});

test("what is typed stays when the reset fails, and a link that grew too old meanwhile says so", async () => {
  let answer = refusal("auth/network-request-failed");
  const { user } = follow("?mode=resetPassword&oobCode=abc", { check: () => reset, use: () => answer });
  await chooseNewPassword(user);
  await screen.findByText("There is no connection to the server. Check your network and try again");
  expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe("Another!1horse");
  answer = refusal("auth/expired-action-code");
  await user.click(press("Save password"));
  await screen.findByText("This link is too old. Ask for a new one.");
  // 20.4
  expect(document.activeElement?.textContent).toBe("This link doesn't work");
});

test.each([
  ["", "This link is not complete. Copy all of it from the mail, or ask for a new one."],
  ["&oobCode=used", "This link was used already or is not complete. Ask for a new one."],
])("a reset link that is no good (%s) says so and offers a new one", async (code, sentence) => {
  const { user, went } = follow(`?mode=resetPassword${code}`);
  await screen.findByText(sentence);
  await user.click(press("Continue to Offbeat"));
  expect(went).toEqual([{ to: "/login", email: "", replace: true }]);
  expect(press("Recover password")).toBeTruthy();
});

test("a link that cannot be checked now can be tried again", async () => {
  const answers: (MailedCode | Error)[] = [refusal("auth/network-request-failed"), reset];
  const { user } = follow("?mode=resetPassword&oobCode=abc", {
    check: () => answers.shift() ?? refusal("auth/internal-error"),
  });
  await screen.findByText("There is no connection to the server. Check your network and try again");
  await user.click(press("Try again"));
  expect(await screen.findByRole("heading", { name: "Choose a new password" })).toBeTruthy();
});

test.each([
  ["verifyEmail", "verify-email", "Confirm your email", "Your email is confirmed"],
  ["verifyAndChangeEmail", "change-email", "Confirm your new email", "Your email has been successfully updated"],
  ["recoverEmail", "restore-email", "Take your old email back", "Your old email is back"],
] as const)("%s is applied by a press, not by opening it", async (mode, purpose, title, done) => {
  const email = "new@example.org";
  const { user, calls, went } = follow(`?mode=${mode}&oobCode=abc`, { check: () => ({ purpose, email }) });
  await screen.findByRole("heading", { name: title });
  expect(calls).toEqual(["check abc"]);
  await user.dblClick(press("Confirm"));
  await screen.findByRole("heading", { name: done });
  // 20.4
  expect(document.activeElement?.textContent).toBe(done);
  expect(calls).toEqual(["check abc", "apply abc"]);
  if (purpose === "restore-email") expect(press("Recover password")).toBeTruthy();
  else {
    await user.click(press("Continue to Offbeat"));
    expect(went).toEqual([{ to: "/login", email, replace: true }]);
  }
});

// 2.33
test("a new email of the account that is signed in leads home, where the toast says it", async () => {
  const email = "new@example.org";
  const { user, went } = follow("?mode=verifyAndChangeEmail&oobCode=abc", {
    check: () => ({ purpose: "change-email", email }),
    session: ada,
    tokenEmail: email,
  });
  await screen.findByRole("heading", { name: "Confirm your new email" });
  await user.click(press("Confirm"));
  expect(went).toEqual([{ to: "/home-page", replace: true }]);
});

// 9.10
test("a link of a kind that nobody sends here, and one of an account that is gone, are put into words", async () => {
  const { unmount } = follow("?mode=signIn&oobCode=abc", { check: () => ({ purpose: "other", email: "" }) });
  await screen.findByText("Offbeat does not know what this link is for.");
  unmount();
  follow("?mode=verifyEmail&oobCode=abc", { check: () => refusal("auth/user-not-found") });
  expect(await screen.findByText("The account of this link is gone.")).toBeTruthy();
});
