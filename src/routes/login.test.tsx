// @vitest-environment happy-dom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import type { Me } from "../../contract/users.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { showForVisitor } from "../../tests/support/visitor.tsx";
import { earlyPressKey } from "../app/early-press-note.ts";
import { ApiError } from "../api/api-error.ts";
import { completeRegistration } from "../features/auth/sign-in.ts";
import { IdentityError } from "../identity/identity.ts";
import { useFocusAfterNavigation } from "../app/focus-after-navigation.ts";
import { Login } from "./login.tsx";
import { Registration } from "./Registration.tsx";

// Loaded ahead when a form gets the focus; the test brings an identity of its own.
vi.mock("../identity/firebase.ts", () => ({}));
vi.mock(import("../features/auth/sign-in.ts"), { spy: true });

// A page without a form in the login's place, and one before it.
beforeEach(() => {
  history.pushState(null, "");
  history.pushState(null, "");
});

const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const press = (name: string) => screen.getByRole("button", { name });

/** An identity that mails; `fail` is thrown by the next call. */
function createMailer() {
  const asked: string[] = [];
  const mailer = {
    asked,
    fail: undefined as Error | undefined,
    sendPasswordReset: async (email: string) => {
      asked.push(email);
      const { fail } = mailer;
      mailer.fail = undefined;
      if (fail) throw fail;
    },
  };
  return mailer;
}

test("email, password, how long it lasts, and the ways from here (specification 3.3.1)", () => {
  showForVisitor(<Login email="" />, { identity: createMailer() });
  expect(field("Email").autocomplete).toBe("username");
  expect(screen.getByLabelText<HTMLInputElement>("Password").autocomplete).toBe("current-password");
  expect(screen.getByLabelText("Keep me signed in").tagName).toBe("SELECT");
  for (const name of ["Login", "Forgot your password"]) expect(press(name).tagName).toBe("BUTTON");
  expect(screen.getByRole("link", { name: "Register" }).getAttribute("href")).toBe("/register");
});

// 3.2.1
test("the entry of the recovery has the email of the login", async () => {
  history.replaceState({ email: "ada@example.org" }, "", "/login");
  const { user } = showForVisitor(<Login email="ada@example.org" />, { identity: createMailer() });
  await user.click(press("Forgot your password"));
  expect(history.state).toMatchObject({ form: "recovery", email: "ada@example.org" });
  history.replaceState(null, "", "/");
});

// 2.8, 3.3.3
test.each([
  ["ada@example.org", "Password"],
  // Where nothing is filled in, the heading is what a screen reader should say first.
  ["", "Log in"],
])("from a registration that filled in %j the focus goes to %s", async (email, name) => {
  const rootRoute = createRootRoute({
    component: function Root() {
      useFocusAfterNavigation();
      return <Outlet />;
    },
  });
  const route = (path: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => rootRoute, path, component });
  const routeTree = rootRoute.addChildren([
    route("/register", () => <Registration artist={false} />),
    route("/login", () => <Login email={email} />),
  ]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ["/register"] }) });
  showForVisitor(<RouterProvider router={router} />, { identity: createMailer() });
  await screen.findByRole("heading", { name: "Create your account" });
  router.history.push("/login");
  const heading = await screen.findByRole("heading", { name: "Log in" });
  const wanted = name === "Password" ? screen.getByLabelText(name) : heading;
  await waitFor(() => expect(document.activeElement).toBe(wanted));
});

// 2.23, 3.3.2, 8.4
test("recovery takes the form's place with the email typed so far, and gives it back", async () => {
  const identity = createMailer();
  const { user, toasts } = showForVisitor(<Login email="" />, { identity });
  await user.type(field("Email"), "ada@example.org");
  await user.click(press("Forgot your password"));
  await screen.findByRole("heading", { name: "Recover your password" });
  expect(document.activeElement).toBe(field("Email"));
  expect(screen.queryByLabelText("Password")).toBeNull();
  await user.type(field("Email"), ".uk");
  await user.dblClick(press("Recover password"));
  await screen.findByRole("heading", { name: "Log in" });
  expect(identity.asked).toEqual(["ada@example.org.uk"]);
  expect(toasts).toMatchObject([{ kind: "success", text: "Email sent! Check your email" }]);
  expect(field("Email").value).toBe("ada@example.org.uk");
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
});

// 3.3.2
test("a recovery that fails says why and keeps the address; Go back leads to the login", async () => {
  const identity = createMailer();
  const { user, toasts } = showForVisitor(<Login email="" />, { identity });
  await user.click(press("Forgot your password"));
  await user.click(press("Recover password"));
  await screen.findByText("Please Enter your Email");
  await user.type(field("Email"), "ada");
  await user.click(press("Recover password"));
  await screen.findByText("Email must be a valid email");
  expect(identity.asked).toEqual([]);
  await user.type(field("Email"), "@example.org");
  identity.fail = new IdentityError("auth/network-request-failed", "Firebase: Error (auth/network-request-failed).");
  await user.click(press("Recover password"));
  await screen.findByText("There is no connection to the server. Check your network and try again");
  identity.fail = new IdentityError("auth/quota-exceeded", "Firebase: Too many mails today. (auth/quota-exceeded).");
  await user.click(press("Recover password"));
  await screen.findByText("Too many mails today");
  expect(field("Email").value).toBe("ada@example.org");
  expect(toasts).toEqual([]);
  await user.click(press("Go back"));
  await waitFor(() => expect(field("Email").value).toBe("ada@example.org"));
  expect(press("Login")).toBeTruthy();
});

// 3.2.1, 3.3.2
test.each([
  ["the button", () => press("Back").click()],
  ["the browser", () => history.back()],
])("Back, by %s, leads from the recovery to the login, and from there to the page before", async (_, goBack) => {
  const before = history.length;
  const { user, went } = showForVisitor(<Login email="" />, { identity: createMailer() });
  await user.type(field("Email"), "ada@");
  await user.click(press("Forgot your password"));
  await user.type(field("Email"), "example.org");
  expect(history.length).toBe(before + 1);
  act(goBack);
  await screen.findByRole("heading", { name: "Log in" });
  expect(field("Email").value).toBe("ada@example.org");
  expect([history.state, went]).toEqual([null, []]);
  act(() => history.forward());
  await screen.findByRole("heading", { name: "Recover your password" });
  expect(field("Email").value).toBe("ada@example.org");
  await user.click(press("Go back"));
  await screen.findByRole("heading", { name: "Log in" });
  const back = vi.spyOn(history, "back");
  await user.click(press("Back"));
  expect(back).toHaveBeenCalledOnce();
  expect(history.length).toBe(before + 1);
});

test("a mail that is sent late is told, and takes no form away that was opened since", async () => {
  let answer = () => {};
  const { user, toasts } = showForVisitor(<Login email="" />, {
    identity: { sendPasswordReset: () => new Promise((resolve) => (answer = resolve)) },
  });
  await user.type(field("Email"), "ada@example.org");
  await user.click(press("Forgot your password"));
  await user.click(press("Recover password"));
  await user.click(press("Go back"));
  await screen.findByRole("heading", { name: "Log in" });
  await user.click(press("Forgot your password"));
  await user.clear(field("Email"));
  await user.type(field("Email"), "ada@other.org");
  answer();
  await waitFor(() => expect(toasts).toMatchObject([{ kind: "success", text: "Email sent! Check your email" }]));
  await act(async () => {});
  screen.getByRole("heading", { name: "Recover your password" });
  expect(field("Email").value).toBe("ada@other.org");
});

/** As in a browser: a step is queued, and told of in a later task. */
function queueSteps() {
  const step = history.back.bind(history);
  return vi.spyOn(history, "back").mockImplementation(() => void setTimeout(() => act(step), 50));
}

test("a double click on Go back in the recovery steps back once", async () => {
  const { user } = showForVisitor(<Login email="" />, { identity: createMailer() });
  await user.click(press("Forgot your password"));
  await screen.findByRole("heading", { name: "Recover your password" });
  const back = queueSteps();
  await user.dblClick(press("Go back"));
  await screen.findByRole("heading", { name: "Log in" });
  expect(back).toHaveBeenCalledOnce();
});

test("a reload shows the recovery again, and Back leads to the login", async () => {
  const { user, unmount } = showForVisitor(<Login email="" />, { identity: createMailer() });
  await user.click(press("Forgot your password"));
  unmount();
  showForVisitor(<Login email="" />, { identity: createMailer() });
  await screen.findByRole("heading", { name: "Recover your password" });
  act(() => history.back());
  expect(await screen.findByRole("heading", { name: "Log in" })).toBeTruthy();
});

test("a press before the script is made up for once", async () => {
  document.documentElement.dataset[earlyPressKey] = `forgot ${performance.now()}`;
  const { user } = showForVisitor(<Login email="" />, { identity: createMailer() });
  await screen.findByRole("heading", { name: "Recover your password" });
  await user.click(press("Go back"));
  expect(await screen.findByRole("heading", { name: "Log in" })).toBeTruthy();
});

/** Signs in to an account whose profile its owner has deleted. */
async function signInToLeftAccount(deleteAccount: () => Promise<void>, signOut = async () => {}) {
  const calls: string[] = [];
  const ada = { uid: "ada", email: "ada@example.org" };
  const identity = {
    signIn: async () => ada,
    signOut: () => (calls.push("sign out"), signOut()),
    deleteAccount: () => (calls.push("delete"), deleteAccount()),
  };
  const problem = { status: 403, title: "Complete your registration first", code: "no-profile", deleted: true };
  const call = () => Promise.reject(new ApiError("no-profile", problem.title, { status: 403, problem }));
  const shown = showForVisitor(<Login email="" />, { identity, call });
  await shown.user.type(field("Email"), "ada@example.org");
  await shown.user.type(screen.getByLabelText("Password"), "Correct!1horse{Enter}");
  await screen.findByRole("heading", { name: "Your account is not quite gone" });
  await screen.findByRole("button", { name: "Finish deleting" });
  return { ...shown, calls };
}

// 2.34
test("what a deletion has left is said at the next sign-in, and deleted when the provider answers", async () => {
  let fail = true;
  const { user, toasts, calls } = await signInToLeftAccount(async () => {
    if (fail) throw new IdentityError("auth/network-request-failed", "Firebase: Error.");
  });
  await user.click(press("Finish deleting"));
  await screen.findByText("There is no connection to the server. Check your network and try again");
  fail = false;
  await user.dblClick(press("Finish deleting"));
  await screen.findByRole("heading", { name: "Log in" });
  expect(calls).toEqual(["delete", "delete"]);
  expect(toasts).toMatchObject([{ kind: "success", text: "Your account is deleted" }]);
});

// 2.34, 3.2.1
test("Back from what a deletion has left leads to the login, but not in the middle of a deletion", async () => {
  let end = () => {};
  const failure = new IdentityError("auth/network-request-failed", "Firebase: Error.");
  const { user, calls } = await signInToLeftAccount(() => new Promise((_, reject) => (end = () => reject(failure))));
  await user.click(press("Finish deleting"));
  await waitFor(() => expect(calls).toEqual(["delete"]));
  await user.click(press("Back"));
  act(() => history.back());
  screen.getByRole("heading", { name: "Your account is not quite gone" });
  expect(calls).toEqual(["delete"]);
  await act(async () => end());
  await waitFor(() => expect(press("Go back")).toHaveProperty("disabled", false));
  act(() => history.back());
  await screen.findByRole("heading", { name: "Log in" });
  await waitFor(() => expect(calls).toEqual(["delete", "sign out"]));
  // Nobody is signed in for it any more.
  act(() => history.forward());
  await waitFor(() => expect(history.state).toBeNull());
  screen.getByRole("heading", { name: "Log in" });
  expect(calls).toEqual(["delete", "sign out"]);
});

/** Signs in to an account that has no profile yet; `signIn` may take its time. */
async function signInWithoutProfile(signIn = async () => ({ uid: "ada", email: "ada@example.org" })) {
  const signOut = vi.fn<() => Promise<void>>(async () => {});
  const problem = { status: 403, title: "No profile", code: "no-profile" };
  const shown = showForVisitor(<Login email="" />, {
    identity: { signIn, signOut },
    call: () => Promise.reject(new ApiError("no-profile", problem.title, { status: 403, problem })),
  });
  await shown.user.type(field("Email"), "ada@example.org");
  await shown.user.type(screen.getByLabelText("Password"), "Correct!1horse{Enter}");
  return { ...shown, signOut };
}

test("a registration that is completed takes the login's place in the history", async () => {
  vi.mocked(completeRegistration).mockResolvedValueOnce({} as Me); // all that is used of it
  const { user, went } = await signInWithoutProfile();
  await user.type(await screen.findByLabelText("Name"), "Ada");
  await user.type(field("Surname"), "Byron");
  await user.click(press("Complete registration"));
  await waitFor(() => expect(went).toEqual([{ to: "/home-page", replace: true }]));
  expect(history.state).toBeNull();
});

// 2.12, 3.2.1
test("Go back from the completion steps back once, and signs out", async () => {
  const { user, signOut } = await signInWithoutProfile();
  await screen.findByLabelText("Name");
  const back = queueSteps();
  await user.click(press("Go back"));
  await screen.findByRole("heading", { name: "Log in" });
  await waitFor(() => expect(history.state).toBeNull());
  expect(back).toHaveBeenCalledOnce();
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
});

// 20.4
test("the focus goes to the completion, and with Go back to the login", async () => {
  const { user } = await signInWithoutProfile();
  const title = await screen.findByRole("heading", { name: "Complete your registration" });
  await waitFor(() => expect(document.activeElement).toBe(title));
  await user.click(await screen.findByRole("button", { name: "Go back" }));
  const login = await screen.findByRole("heading", { name: "Log in" });
  await waitFor(() => expect(document.activeElement).toBe(login));
});

// 2.12
test("a sign-in without a profile that comes after the login was left is given up, and adds nothing to the history", async () => {
  let answer = () => {};
  const ada = { uid: "ada", email: "ada@example.org" };
  const { unmount, signOut } = await signInWithoutProfile(
    () => new Promise((resolve) => (answer = () => resolve(ada))),
  );
  const before = history.length;
  // By the link "Register".
  unmount();
  answer();
  await waitFor(() => expect(signOut).toHaveBeenCalledOnce());
  expect([history.length, history.state]).toEqual([before, null]);
});

// 2.34
test("who would rather begin anew gets the form for that; who goes back is not signed in", async () => {
  const { user, calls } = await signInToLeftAccount(async () => {});
  await user.click(press("Start over"));
  await screen.findByRole("heading", { name: "Complete your registration" });
  await user.click(await screen.findByRole("button", { name: "Go back" }));
  await screen.findByRole("heading", { name: "Log in" });
  await waitFor(() => expect(calls).toEqual(["sign out"]));
});

test("who goes back while the provider is out of reach is at the login, and nothing goes wrong", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const refuse = () => Promise.reject(new Error("out of reach"));
  const { user, calls } = await signInToLeftAccount(refuse, refuse);
  await user.click(press("Go back"));
  await screen.findByRole("heading", { name: "Log in" });
  await waitFor(() => expect(calls).toEqual(["sign out"]));
  await waitFor(() => expect(warn).toHaveBeenCalledWith("A sign-in could not be given up", expect.anything()));
});

// 8.1
test("a line that breaks within a login or its completion costs nothing that was typed; a double click sends once", async () => {
  const network = new IdentityError("auth/network-request-failed", "Firebase: Error.");
  const sentence = "There is no connection to the server. Check your network and try again";
  const signIns: ((outcome: Error | undefined) => void)[] = [];
  const profiles: ((error: Error) => void)[] = [];
  const identity = {
    signIn: () =>
      new Promise<{ uid: string; email: string }>((resolve, reject) => {
        signIns.push((error) => (error ? reject(error) : resolve({ uid: "ada", email: "ada@example.org" })));
      }),
  };
  const call = (name: string) => {
    if (name === "POST /users") return new Promise((_, reject) => profiles.push(reject));
    const problem = { status: 403, title: "No profile", code: "no-profile" };
    return Promise.reject(new ApiError("no-profile", problem.title, { status: 403, problem }));
  };
  const { user, online } = showForVisitor(<Login email="" />, { identity, call });
  const password = () => screen.getByLabelText<HTMLInputElement>("Password");
  await user.type(field("Email"), "ada@example.org");
  await user.type(password(), "Correct!1horse");
  await user.dblClick(press("Login"));
  await waitFor(() => expect(signIns).toHaveLength(1));
  signIns[0]?.(network);
  await screen.findByText(sentence);
  expect([field("Email").value, password().value]).toEqual(["ada@example.org", "Correct!1horse"]);
  expect(online.check).toHaveBeenCalledOnce();
  // React subscribes in a task after the one that draws.
  await act(async () => {});
  act(() => online.set(false));
  expect(screen.getByRole("alert").textContent).toBe(sentence);
  act(() => online.set(true));
  expect(screen.getByRole("alert").textContent).toBe("You're back online: you can try again now");
  await user.dblClick(press("Login"));
  await waitFor(() => expect(signIns).toHaveLength(2));
  signIns[1]?.(undefined);
  await screen.findByRole("heading", { name: "Complete your registration" });

  await user.type(await screen.findByLabelText("Name"), "<b>Ada</b>");
  await user.type(field("Surname"), "ביירון 🎶");
  await user.dblClick(press("Complete registration"));
  await waitFor(() => expect(profiles).toHaveLength(1));
  profiles[0]?.(new ApiError("network", "No network"));
  await screen.findByRole("alert");
  expect([field("Name").value, field("Surname").value]).toEqual(["<b>Ada</b>", "ביירון 🎶"]);
  expect([signIns.length, profiles.length]).toEqual([2, 1]);
});

// 2.10, 2.8
test("a registration that fails says why in a warning and keeps all of the form; sent again it goes on", async () => {
  localStorage.clear();
  const taken = new IdentityError("auth/email-already-in-use", "Firebase: Error.");
  const accounts: ((error?: Error) => void)[] = [];
  let isCut = true;
  const identity = {
    signUp: () =>
      new Promise<{ uid: string; email: string }>((resolve, reject) => {
        accounts.push((error) => (error ? reject(error) : resolve({ uid: "ada", email: "ada@example.org" })));
      }),
    signIn: async () => Promise.reject(new IdentityError("auth/invalid-credential", "Firebase: Error.")),
    signOut: async () => {},
    token: async () => "token",
  };
  const call = async () => {
    if (isCut) throw new ApiError("network", "No network");
    return { data: {} };
  };
  const { user, toasts, went } = showForVisitor(<Registration artist={false} />, { identity, call });
  const values = ["<b>Ada</b>", "ביירון 🎶", "ada@example.org", "Correct!1horse", "Correct!1horse"];
  const names = ["Name", "Surname", "Email", "Password", "Confirm password"];
  const boxes = () => screen.getAllByRole<HTMLInputElement>("checkbox");
  for (const [at, name] of names.entries()) await user.type(screen.getByLabelText(name), values[at] ?? "");
  for (const box of boxes()) await user.click(box);
  const expectAll = () => {
    expect(names.map((name) => screen.getByLabelText<HTMLInputElement>(name).value)).toEqual(values);
    expect(boxes().map(({ checked }) => checked)).toEqual([true, true]);
  };

  await user.dblClick(press("Register"));
  await waitFor(() => expect(accounts).toHaveLength(1));
  accounts[0]?.(new IdentityError("auth/network-request-failed", "Firebase: Error."));
  await waitFor(() =>
    expect(toasts).toMatchObject([
      { kind: "warning", text: "There is no connection to the server. Check your network and try again" },
    ]),
  );
  expectAll();
  await user.click(press("Register"));
  await waitFor(() => expect(accounts).toHaveLength(2));
  accounts[1]?.(taken);
  await screen.findByText("The email address is already in use by another account");
  expectAll();
  // The account is made; the line breaks before the profile.
  await user.click(press("Register"));
  await waitFor(() => expect(accounts).toHaveLength(3));
  accounts[2]?.();
  await waitFor(() => expect(toasts.at(-1)?.text).toMatch(/^Your account is made, but its profile is not saved yet/));
  expectAll();
  isCut = false;
  await user.click(press("Register"));
  await waitFor(() => expect(accounts).toHaveLength(4));
  accounts[3]?.();
  await waitFor(() => expect(went).toMatchObject([{ to: "/login", email: "ada@example.org" }]));
  expect(toasts.map(({ kind }) => kind)).toEqual(["warning", "warning", "warning", "success"]);
});
