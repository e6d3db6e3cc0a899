// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { showForVisitor } from "../../../tests/support/visitor.tsx";
import { IdentityError } from "../../identity/identity.ts";
import { texts } from "../../texts/texts.ts";
import { LoginForm } from "./LoginForm.tsx";
import { readPersistence, writePersistence } from "./session-key.ts";

/** Called when the script of Google's window is first loaded. */
const loadWindow = vi.hoisted(() => vi.fn<() => object>(() => ({})));
vi.mock("../../identity/google-sign-in.ts", loadWindow);

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

test("says that a sign-in runs, and why the last one failed, until something is changed (specification 2.30)", async () => {
  let end: (error: Error) => void = () => {};
  const signIn = vi.fn<() => Promise<never>>(() => new Promise((_, reject) => (end = reject)));
  const { user } = show(signIn);
  const button = screen.getByRole("button", { name: "Login" });
  const form = button.closest("form");
  const isBusy = () => form?.getAttribute("aria-busy") === "true";
  const password = screen.getByLabelText<HTMLInputElement>("Password");
  await user.type(screen.getByLabelText("Email"), "ada@example.org");
  await user.type(password, "Engine#1843");
  const error = () => screen.getByRole("alert").textContent;
  expect([isBusy(), error()]).toEqual([false, ""]);

  await user.click(button);
  await vi.waitFor(() => expect(signIn).toHaveBeenCalledOnce());
  expect(isBusy()).toBe(true);
  end(new IdentityError("auth/invalid-credential", "refused"));
  await vi.waitFor(() => expect(error()).toBe("Wrong Email or Password"));
  expect([isBusy(), password.value]).toEqual([false, "Engine#1843"]);

  await user.type(password, "!");
  expect(error()).toBe("");
});

// 17.3
test("a sign-in that takes long says so until it ends, and asks whether the server is there", async () => {
  let end: (error: Error) => void = () => {};
  const { user, online } = show(() => new Promise((_, reject) => (end = reject)));
  await user.type(screen.getByLabelText("Email"), "ada@example.org");
  await user.type(screen.getByLabelText("Password"), "Engine#1843");
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  await user.click(screen.getByRole("button", { name: "Login" }));
  await act(() => vi.advanceTimersByTimeAsync(3_500));
  const said = () => screen.queryByText(texts.app.slow) !== null;
  expect([said(), online.check.mock.calls]).toEqual([false, []]);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect([said(), online.check.mock.calls]).toEqual([true, [[]]]);
  await act(async () => end(new IdentityError("auth/invalid-credential", "refused")));
  await screen.findByText("Wrong Email or Password");
  expect(said()).toBe(false);
});

const google = () => screen.queryByRole("button", { name: "Login with Google" });

// 3.3.1
test("what opens Google's window is there before its button is pressed: the browser blocks one that opens long after", async () => {
  const { user } = showForVisitor(<LoginForm email="" onSignedIn={noop} onIncomplete={noop} onForgot={noop} />, {
    identity: {},
    google: "demo",
  });
  const button = await screen.findByRole("button", { name: "Login with Google" });
  expect(loadWindow).not.toHaveBeenCalled();
  await user.hover(button);
  await vi.waitFor(() => expect(loadWindow).toHaveBeenCalledOnce());
});

// 3.3.4, 3.3.5, 9.7
test("Google has a button where the site offers it; its failure is kept in the form until the next try, without a toast", async () => {
  const form = <LoginForm email="" onSignedIn={noop} onIncomplete={noop} onForgot={noop} />;
  const off = showForVisitor(form, { identity: {} });
  await vi.waitFor(() => expect(google()).toBeNull());
  off.unmount();
  const failures: ((error: Error) => void)[] = [];
  const signInWithGoogle = () => new Promise<never>((_, reject) => failures.push(reject));
  const { user, toasts } = showForVisitor(form, { identity: { signInWithGoogle }, google: "demo" });
  const press = async () => user.click(await screen.findByRole("button", { name: "Login with Google" }));
  await press();
  await vi.waitFor(() => expect(failures).toHaveLength(1));
  failures[0]?.(new IdentityError("auth/popup-closed-by-user", "Firebase: Error (auth/popup-closed-by-user)."));
  const alert = screen.getByRole("alert");
  await vi.waitFor(() => expect(alert.textContent).toMatch(/^The Google window was closed/));
  await user.type(screen.getByLabelText("Email"), "ada");
  expect(alert.textContent).toMatch(/^The Google window was closed/);
  await press();
  expect(alert.textContent).toBe("");
  expect(toasts).toEqual([]);
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

test("a tab that may store nothing: both ways to sign in say a sentence, and can be pressed again", async () => {
  const { user } = showForVisitor(<LoginForm email="" onSignedIn={noop} onIncomplete={noop} onForgot={noop} />, {
    identity: { signIn: refuse, signInWithGoogle: refuse },
    google: "demo",
  });
  await user.type(screen.getByLabelText("Email"), "ada@example.org");
  await user.type(screen.getByLabelText("Password"), "Engine#1843");
  const setItem = () => {
    throw new DOMException("Failed to execute 'setItem' on 'Storage'", "QuotaExceededError");
  };
  vi.stubGlobal("sessionStorage", { getItem: () => null, setItem });
  await user.selectOptions(keep(), "Until the browser closes");
  for (const name of ["Login with Google", "Login"]) {
    const button = await screen.findByRole("button", { name });
    await user.click(button);
    await screen.findByText(/^This device's storage does not answer/);
    await vi.waitFor(() => expect(button.getAttribute("aria-busy")).not.toBe("true"));
  }
  vi.unstubAllGlobals();
});
