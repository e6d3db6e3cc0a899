// @vitest-environment happy-dom
import { Link } from "@tanstack/react-router";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Upload } from "../../contract/media.ts";
import type { Me } from "../../contract/users.ts";
import { member, renderMember } from "../../tests/support/member-screen.tsx";
import { ApiError } from "../api/api-error.ts";
import type { App } from "../app/app-context.ts";
import { sendFile } from "../app/send-file.ts";
import { readSession, writeSession } from "../features/auth/session.ts";
import { type Identity, IdentityError } from "../identity/identity.ts";
import { texts } from "../texts/texts.ts";
import type { ToastMessage } from "../ui/toaster.ts";
import { ProfilePage } from "./profile.tsx";

vi.mock("../app/send-file.ts", () => ({ sendFile: vi.fn<typeof sendFile>() }));
const sent = vi.mocked(sendFile);
beforeEach(() => {
  sent.mockReset();
});

const me: Me = {
  _id: member.uid,
  uid: member.uid,
  firebase_id: member.uid,
  userName: "Ada Byron",
  firstName: "Ada",
  lastName: "Byron",
  profileImage: "/media/old",
  artist: false,
  followers: 0,
  following: 0,
  followedBy: [],
  email: member.email,
  newsletter: false,
};

const good = "Correct!1horse";
const better = "Another!1horse";
const refusal = (code: string) => new IdentityError(code, `Firebase: Error (${code}).`);
const tokenOf = (email: string) => `x.${btoa(JSON.stringify({ email }))}.x`;

/** Called when the script of Google's window is first loaded. */
const loadWindow = vi.hoisted(() => vi.fn<() => object>(() => ({})));
vi.mock("../identity/google-sign-in.ts", loadWindow);

/** A provider that knows one password; a call that has an entry in `fails` fails. */
function createProvider({ hasPassword = true, mails = false } = {}) {
  const calls: string[] = [];
  const fails: Record<string, Error> = {};
  let { email } = member;
  const step = async (name: string, call = name) => {
    calls.push(call);
    const error = fails[name];
    if (error) throw error;
  };
  const identity: Partial<Identity> = {
    hasPassword: async () => hasPassword,
    reload: async () => {},
    async reauthenticate(password) {
      await step("reauthenticate");
      if (hasPassword && password !== good) throw refusal("auth/invalid-credential");
    },
    changePassword: (password) => step("changePassword", `changePassword ${password}`),
    async changeEmail(to) {
      await step("changeEmail", `changeEmail ${to}`);
      if (mails) return "mailed";
      email = to;
      return "changed";
    },
    token: async () => tokenOf(email),
    deleteAccount: () => step("deleteAccount"),
    signOut: () => step("signOut"),
  };
  return { identity, calls, fails, inFlow: false };
}

type Options = Partial<Parameters<typeof renderMember>[0]> & { provider?: ReturnType<typeof createProvider> };

async function show({ provider = createProvider(), answers = {}, ...rest }: Options = {}) {
  const services: Partial<App> = {
    identity: async () => provider.identity as Identity, // what the profile asks of it
    duringAuthFlow(flow) {
      provider.inFlow = true;
      return flow().finally(() => (provider.inFlow = false));
    },
    closeAccount() {},
    worker: { setAccount() {}, wipe: async () => {} } as unknown as App["worker"], // what a sign-out asks
  };
  const shown = renderMember({
    routes: {
      "/profile": ProfilePage,
      "/elsewhere": () => <Link to="/profile">Back to it</Link>,
      "/login": () => "The login",
    },
    answers: { "GET /users/{id}": me, ...answers },
    services,
    ...rest,
  });
  const toasts: ToastMessage[] = [];
  shown.toaster.connect({ show: (toast) => toasts.push(toast), dismiss: () => {} });
  await screen.findByRole("heading", { level: 1, name: "Profile" });
  return { ...shown, toasts, provider };
}

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name, { selector: "input" });
const press = (name: string) => screen.findByRole("button", { name });

/** Changes the first name and saves. */
async function rename(user: Awaited<ReturnType<typeof show>>["user"], name: string) {
  await user.clear(await field("Name"));
  await user.type(await field("Name"), name);
  await user.click(await press("Save"));
}

// 3.6.2, 8.9
test("saves name and a new image, says so, and shows them in the frame", async () => {
  const bodies: unknown[] = [];
  let saved = me;
  sent.mockResolvedValue({ secure_url: "/media/new" } as Upload); // what the form reads
  const { user, toasts, app } = await show({
    answers: {
      "PATCH /users/{id}": ({ params, body }: { params: object; body: Partial<Me> }) => {
        bodies.push([params, body]);
        saved = { ...me, ...body, userName: `${body.firstName} ${me.lastName}` };
        return saved;
      },
      "GET /users/{id}": () => saved,
    },
  });
  expect((await field("Surname")).value).toBe("Byron");
  await user.upload(await field("Profile image"), new File(["x"], "me.png", { type: "image/png" }));
  await rename(user, "Augusta");
  await waitFor(() => expect(toasts).toMatchObject([{ text: "Your profile has been successfully updated" }]));
  expect(bodies).toEqual([[{ id: "ada" }, { firstName: "Augusta", profileImage: "/media/new" }]]);
  expect(readSession(app.queryClient)).toMatchObject({ firstName: "Augusta", email: member.email });
  // The next save sends what was changed since.
  await rename(user, "Ada");
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies[1]).toEqual([{ id: "ada" }, { firstName: "Ada" }]);
  expect(sent).toHaveBeenCalledOnce();
});

// 17.57
test("a saved profile is asked for again in the other tabs, too", async () => {
  const { user, account, toasts } = await show({ answers: { "PATCH /users/{id}": me } });
  const refetch = vi.spyOn(account, "refetch");
  await rename(user, "Augusta");
  await waitFor(() => expect(toasts).toHaveLength(1));
  expect(refetch).toHaveBeenCalledWith([
    ["me", member.uid],
    ["people", member.uid],
  ]);
});

// 3.6.2
test("what another device saves meanwhile is taken into the form, but for what was typed, and is not undone", async () => {
  const bodies: unknown[] = [];
  let saved = me;
  const { user, app } = await show({
    answers: {
      "GET /users/{id}": () => saved,
      "PATCH /users/{id}": ({ body }: { body: Partial<Me> }) => {
        bodies.push(body);
        saved = { ...saved, ...body };
        return saved;
      },
    },
  });
  await user.clear(await field("Name"));
  await user.type(await field("Name"), "Augusta");
  saved = { ...me, firstName: "A.", lastName: "King", profileImage: "/media/phone" };
  void app.queryClient.invalidateQueries({ queryKey: ["me"] });
  await waitFor(async () => expect((await field("Surname")).value).toBe("King"));
  expect((await field("Name")).value).toBe("Augusta");
  await user.click(await press("Save"));
  await waitFor(() => expect(bodies).toEqual([{ firstName: "Augusta" }]));
});

// 3.6.5, 8.1
test("without a network it says so before it sends, and keeps what was typed", async () => {
  const { user, calls, toasts, online } = await show();
  await field("Name");
  const regions = screen.getAllByRole("status");
  act(() => online.set(false));
  const note = await screen.findByText("You're offline. Fill it in now, and save when you're back.");
  expect(regions).toContain(note.parentElement);
  await rename(user, "Augusta");
  await screen.findByText("You're offline. Everything you typed stays here: try again when you're back");
  expect((await field("Name")).value).toBe("Augusta");
  act(() => online.set(true));
  await screen.findByText("You're back online: you can try again now");
  act(() => online.set(false));
  await screen.findByText("You're offline. Everything you typed stays here: try again when you're back");
  await user.click(await press("Change password"));
  await user.type(await field("Current password"), good);
  await user.type(await field("New password"), better);
  await user.type(await field("Confirm password"), better);
  await user.click(await press("Save password"));
  const form = await screen.findByRole("form", { name: "Change password" });
  await within(form).findByText("You're offline. Everything you typed stays here: try again when you're back");
  expect((await field("New password")).value).toBe(better);
  expect(calls.filter((call) => call.startsWith("PATCH"))).toEqual([]);
  expect(toasts).toEqual([]);
});

test("what could not be saved without a network is there after a visit elsewhere (specification 3.6.5)", async () => {
  const { user, history, online, calls } = await show();
  await field("Name");
  act(() => online.set(false));
  await rename(user, "Augusta");
  await screen.findByText("You're offline. Everything you typed stays here: try again when you're back");
  act(() => history.push("/elsewhere"));
  await screen.findByText("Back to it");
  act(() => history.push("/profile"));
  expect((await field("Name")).value).toBe("Augusta");
  act(() => online.set(true));
  await user.click(await press("Save"));
  await waitFor(() => expect(calls).toContain("PATCH /users/{id}"));
});

// 3.6.2
test("a new email that was typed is there after a visit elsewhere, a password is not", async () => {
  const { user, history } = await show();
  await user.click(await press("Change email"));
  await user.type(await field("New email"), "new@example.org");
  await user.type(await field("Current password"), good);
  act(() => history.push("/elsewhere"));
  await screen.findByText("Back to it");
  act(() => history.push("/profile"));
  await user.click(await press("Change email"));
  expect((await field("New email")).value).toBe("new@example.org");
  expect((await field("Current password")).value).toBe("");
});

// 3.2.3, 3.2.5
test("a spinner takes the content's place; a refusal brings everything typed back, with its reason", async () => {
  let answer: (error: Error) => void = () => {};
  const { user, toasts } = await show({
    answers: { "PATCH /users/{id}": () => new Promise((_, reject) => (answer = reject)) },
  });
  await user.click(await press("Change email"));
  await user.type(await field("New email"), "half typed");
  await rename(user, "Augusta");
  await screen.findByRole("status", { name: "" });
  expect(screen.getByText("Saving your profile", { selector: "p" })).toBeTruthy();
  expect(screen.queryByRole("tab", { name: "User information" })).toBeNull();
  const status = 422;
  const errors = [{ path: "lastName", message: "Too long" }];
  const problem = { status, title: "Some of the values cannot be used", code: "invalid-request", errors };
  act(() => answer(new ApiError("invalid-request", problem.title, { status, problem })));
  await screen.findByText("Too long");
  expect(document.activeElement).toBe(await field("Surname"));
  expect((await field("Name")).value).toBe("Augusta");
  expect((await field("New email")).value).toBe("half typed");
  expect(toasts).toEqual([]);
  await user.click(await press("Save"));
  act(() => answer(new ApiError("internal", "Something went wrong on the server", { status: 500 })));
  await screen.findByText("Something went wrong on the server");
  expect(toasts).toMatchObject([{ kind: "failure", text: "Something went wrong! Try again" }]);
});

// 3.6.5, 20.18
test("cancelled, the upload ends and everything typed is there", async () => {
  let signal: AbortSignal | undefined;
  sent.mockImplementation((_app, _account, _kind, _file, options) => {
    ({ signal } = options);
    options.onProgress?.(0.4);
    return new Promise((_, reject) =>
      options.signal.addEventListener("abort", () => reject(new ApiError("aborted", "The upload was cancelled"))),
    );
  });
  const { user, toasts, calls } = await show();
  await user.upload(await field("Profile image"), new File(["x"], "me.png", { type: "image/png" }));
  await rename(user, "Augusta");
  expect((await screen.findByRole("progressbar")).getAttribute("aria-valuenow")).toBe("40");
  await user.click(await press("Cancel"));
  expect((await field("Name")).value).toBe("Augusta");
  expect(signal?.aborted).toBe(true);
  expect(await press("Remove me.png")).toBeTruthy();
  expect(toasts).toMatchObject([{ kind: "info", text: "Not saved. Everything you typed is still here" }]);
  expect(calls).not.toContain("PATCH /users/{id}");
});

// 3.6.5
test("a save that fails while the user is elsewhere says so, and the form still holds what was typed", async () => {
  let answer: (error: Error) => void = () => {};
  const { user, toasts, history, answers } = await show({
    answers: { "PATCH /users/{id}": () => new Promise((_, reject) => (answer = reject)) },
  });
  await rename(user, "Augusta");
  await screen.findByText("Saving your profile", { selector: "p" });
  act(() => history.push("/elsewhere"));
  await screen.findByText("Back to it");
  act(() => answer(new ApiError("network", "No network")));
  await waitFor(() => expect(toasts).toMatchObject([{ kind: "failure", action: { label: "Show" } }]));
  // Meanwhile on another device.
  answers["GET /users/{id}"] = { ...me, lastName: "King" };
  act(() => toasts[0]?.action?.onPress());
  expect((await field("Name")).value).toBe("Augusta");
  await waitFor(async () => expect((await field("Surname")).value).toBe("King"));
});

// 17.35
test.each([
  ["an answer", (resolve: (saved: Me) => void) => resolve({ ...me, firstName: "Augusta" })],
  ["a failure", (_: unknown, reject: (error: Error) => void) => reject(new ApiError("network", "No network"))],
])("%s that comes after a sign-out signs nobody in and says nothing", async (_, end) => {
  let answer = () => {};
  const { user, toasts, app, history } = await show({
    answers: { "PATCH /users/{id}": () => new Promise((...parts) => (answer = () => end(...parts))) },
  });
  await rename(user, "Augusta");
  await screen.findByText("Saving your profile", { selector: "p" });
  act(() => history.push("/login"));
  await screen.findByText("The login");
  writeSession(app.queryClient, null);
  await act(async () => answer());
  expect(readSession(app.queryClient)).toBeNull();
  expect(toasts).toEqual([]);
});

// 3.6.4, 9.13
test("a profile that cannot be loaded is an alert, and can be tried again", async () => {
  const { user, answers } = await show({ answers: { "GET /users/{id}": undefined } });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Couldn't load your profile");
  expect(screen.getByRole("tab", { name: "Subscription" })).toBeTruthy();
  answers["GET /users/{id}"] = me;
  await user.click(within(alert).getByRole("button", { name: "Retry" }));
  expect((await field("Name")).value).toBe("Ada");
});

// 3.6.1, 3.6.3, 3.6.5
test("the other tabs show samples, and what is typed in the first one stays meanwhile", async () => {
  const { user } = await show();
  await user.click(await press("Change password"));
  expect(document.activeElement).toBe(await field("Current password"));
  await user.keyboard(good);
  for (const [name, text] of [
    ["Payment information", "Visa ending in 4242"],
    ["Subscription", "Monthly"],
    ["Uploads", "312 MB of 5 GB"],
  ] as const) {
    await user.click(screen.getByRole("tab", { name }));
    const panel = screen.getByRole("tabpanel", { name });
    expect(panel.textContent).toContain(text);
    expect(panel.textContent).toContain("Sample");
  }
  screen.getByRole("tab", { name: "Uploads" }).focus();
  await user.keyboard("{Home}{Enter}");
  expect((await field("Current password")).value).toBe(good);
});

async function fillPasswords(user: Awaited<ReturnType<typeof show>>["user"], current: string) {
  await user.clear(await field("Current password"));
  await user.type(await field("Current password"), current);
  await user.clear(await field("New password"));
  await user.type(await field("New password"), better);
  await user.clear(await field("Confirm password"));
  await user.type(await field("Confirm password"), better);
  await user.keyboard("{Enter}");
}

// 3.6.2
test.each(["Change email", "Change password"])(
  "Back folds the form of %s, and leaves the page only then",
  async (name) => {
    const { user, history } = await show();
    const toggle = await screen.findByRole("button", { name });
    await user.click(toggle);
    expect(screen.getByRole("form", { name })).toBeTruthy();
    await waitFor(() => expect(history.location.state).toHaveProperty("dialog"));
    act(() => history.back());
    await waitFor(() => expect(screen.queryByRole("form", { name })).toBeNull());
    expect(document.activeElement).toBe(toggle);
    // Nothing is left of it for the next Back, and Forward opens nothing.
    expect([history.location.pathname, history.location.state.dialog]).toEqual(["/profile", undefined]);
    act(() => history.forward());
    await act(async () => {});
    expect(screen.queryByRole("form", { name })).toBeNull();
  },
);

// 3.6.2
test("folding the form of the email keeps the address that was typed, Cancel discards it; a password never stays", async () => {
  const { user, history } = await show();
  const typed = async () => [(await field("New email")).value, (await field("Current password")).value];
  await user.click(await press("Change email"));
  await user.type(await field("New email"), "new@example.org");
  await user.type(await field("Current password"), good);
  await waitFor(() => expect(history.location.state).toHaveProperty("dialog"));
  act(() => history.back());
  await waitFor(() => expect(screen.queryByRole("form", { name: "Change email" })).toBeNull());
  await user.click(await press("Change email"));
  expect(await typed()).toEqual(["new@example.org", ""]);
  await user.click(await press("Change email"));
  await user.click(await press("Change email"));
  expect(await typed()).toEqual(["new@example.org", ""]);
  await user.click(within(screen.getByRole("form", { name: "Change email" })).getByRole("button", { name: "Cancel" }));
  await user.click(await press("Change email"));
  expect(await typed()).toEqual(["", ""]);
});

// 2.24, 8.10, 3.6.2, 20.6
test("changes the password after the present one is proved; a wrong one is said at its field", async () => {
  const { user, provider, toasts, app } = await show();
  const toggle = await press("Change password");
  await user.click(toggle);
  // For password managers: whose password it is, though nobody sees it, then the fields.
  const fields = (await field("New password")).form?.querySelectorAll("input") ?? [];
  const tokens = ["username", "current-password", "new-password", "new-password"];
  expect([...fields].map(({ autocomplete }) => autocomplete)).toEqual(tokens);
  expect(fields[0]?.value).toBe(member.email);
  await fillPasswords(user, "Wrong!1horse");
  await screen.findByText("Wrong password");
  expect(document.activeElement).toBe(await field("Current password"));
  expect((await field("New password")).value).toBe(better);
  // Some providers tell no wrong password from an account that is gone.
  provider.fails["reauthenticate"] = refusal("auth/user-not-found");
  await fillPasswords(user, "Other!1horse");
  await waitFor(() => expect(provider.calls).toEqual(["reauthenticate", "reauthenticate"]));
  await waitFor(async () => expect((await field("Current password")).getAttribute("aria-invalid")).toBe("true"));
  expect(toasts).toEqual([]);
  delete provider.fails["reauthenticate"];
  provider.fails["changePassword"] = refusal("auth/internal-error");
  await fillPasswords(user, good);
  await screen.findByText("The server cannot answer right now. Try again in a moment");
  expect(toasts).toMatchObject([{ kind: "failure", text: "Something went wrong! Try again" }]);
  delete provider.fails["changePassword"];
  await user.click(await press("Save password"));
  await waitFor(() => expect(toasts.at(-1)?.text).toBe("Your password has been successfully updated"));
  expect(provider.calls.at(-1)).toBe(`changePassword ${better}`);
  await waitFor(() => expect(screen.queryByLabelText("New password")).toBeNull());
  expect([toggle.getAttribute("aria-expanded"), document.activeElement]).toEqual(["false", toggle]);
  // Nothing of it is kept.
  const kept = JSON.stringify([
    app.queryClient
      .getMutationCache()
      .getAll()
      .map(({ state }) => state),
    { ...localStorage },
  ]);
  expect(kept).not.toContain(better);
});

// 8.1
test("a line that was away while the password was being changed, and is back before that fails, can be tried again", async () => {
  let fail: (error: Error) => void = () => {};
  const provider = createProvider();
  provider.identity.reauthenticate = () => new Promise((_, reject) => (fail = reject));
  const { user, online } = await show({ provider });
  await user.click(await press("Change password"));
  await fillPasswords(user, good);
  act(() => online.set(false));
  act(() => online.set(true));
  await act(async () => fail(refusal("auth/network-request-failed")));
  await screen.findByText("You're back online: you can try again now");
  expect(screen.queryByText(/^There is no connection/)).toBeNull();
});

async function fillEmail(user: Awaited<ReturnType<typeof show>>["user"], email: string) {
  await user.clear(await field("New email"));
  await user.type(await field("New email"), email);
  await user.clear(await field("Current password"));
  await user.type(await field("Current password"), good);
  await user.keyboard("{Enter}");
}

// 2.25, 8.11
test("changes the email at once where there is no mail, and tells the server", async () => {
  const bodies: unknown[] = [];
  const { user, provider, toasts, app } = await show({
    answers: { "PUT /users/update-email/{id}": ({ body }: { body: unknown }) => (bodies.push(body), me) },
  });
  await user.click(await press("Change email"));
  await fillEmail(user, member.email.toUpperCase());
  await screen.findByText("This is your email already");
  provider.fails["changeEmail"] = refusal("auth/email-already-in-use");
  await fillEmail(user, "taken@example.org");
  await screen.findByText("The email address is already in use by another account");
  expect(document.activeElement).toBe(await field("New email"));
  provider.fails["changeEmail"] = refusal("auth/internal-error");
  await fillEmail(user, "new@example.org");
  await screen.findByText("The server cannot answer right now. Try again in a moment");
  // The form says it; the general toast is that of the password (specification 9.3, 9.8).
  expect(toasts).toEqual([]);
  delete provider.fails["changeEmail"];
  await fillEmail(user, "new@example.org");
  await waitFor(() => expect(toasts).toMatchObject([{ text: "Your email has been successfully updated" }]));
  expect(bodies).toEqual([{ newEmail: "new@example.org" }]);
  expect(readSession(app.queryClient)?.email).toBe("new@example.org");
  await waitFor(() => expect(screen.queryByLabelText("New email")).toBeNull());
});

// 3.6.5, 2.25
test("a line that breaks anywhere within a change of the email costs nothing that was typed", async () => {
  const { user, online, provider, toasts, calls } = await show();
  const typed = async () => [(await field("New email")).value, (await field("Current password")).value];
  await user.click(await press("Change email"));
  const form = await screen.findByRole("form", { name: "Change email" });
  act(() => online.set(false));
  await fillEmail(user, "new@example.org");
  await within(form).findByText("You're offline. Everything you typed stays here: try again when you're back");
  expect([await typed(), provider.calls]).toEqual([["new@example.org", good], []]);
  act(() => online.set(true));
  for (const step of ["reauthenticate", "changeEmail"]) {
    provider.fails[step] = refusal("auth/network-request-failed");
    // The first letter takes the last attempt's sentence away.
    await fillEmail(user, `${step.toLowerCase()}@example.org`);
    await within(form).findByText("There is no connection to the server. Check your network and try again");
    expect(await typed()).toEqual([`${step.toLowerCase()}@example.org`, good]);
    expect(online.check).toHaveBeenCalled();
    online.check.mockClear();
    act(() => online.set(false));
    expect(within(form).getByRole("alert").textContent).toMatch(/^There is no connection/);
    act(() => online.set(true));
    expect(within(form).getByRole("alert").textContent).toBe("You're back online: you can try again now");
    delete provider.fails[step];
  }
  expect([toasts, calls.filter((call) => call.startsWith("PUT"))]).toEqual([[], []]);
  // Once the provider has the address, nothing has to be typed again: the profile takes it over later.
  await fillEmail(user, "new@example.org");
  await waitFor(() =>
    expect(toasts).toMatchObject([
      { kind: "info", text: "You log in with your new email from now on. Your profile will show it soon" },
    ]),
  );
  expect(calls).toContain("PUT /users/update-email/{id}");
});

type User = Awaited<ReturnType<typeof show>>["user"];
const twice: [string, string, (user: User) => Promise<HTMLElement>][] = [
  ["Save", "PATCH /users/{id}", async () => press("Save")],
  [
    "Save password",
    "reauthenticate",
    async (user) => {
      await user.click(await press("Change password"));
      for (const [name, value] of [
        ["Current password", good],
        ["New password", better],
        ["Confirm password", better],
      ] as const)
        await user.type(await field(name), value);
      return press("Save password");
    },
  ],
  [
    "Save email",
    "reauthenticate",
    async (user) => {
      await user.click(await press("Change email"));
      await user.type(await field("New email"), "new@example.org");
      await user.type(await field("Current password"), good);
      return press("Save email");
    },
  ],
  [
    "Confirm",
    "reauthenticate",
    async (user) => {
      await user.click(await press("Delete account"));
      const dialog = within(await screen.findByRole("dialog", { name: "Delete your account?" }));
      await user.type(dialog.getByLabelText("Current password"), good);
      return dialog.getByRole("button", { name: "Confirm" });
    },
  ],
];

// 8.1
test.each(twice)("a double click on %s sends once", async (_, call, fill) => {
  const made: string[] = [];
  const never = (name: string) => {
    made.push(name);
    return new Promise<never>(() => {});
  };
  const provider = createProvider();
  provider.identity.reauthenticate = () => never("reauthenticate");
  const { user } = await show({ provider, answers: { "PATCH /users/{id}": () => never("PATCH /users/{id}") } });
  await user.dblClick(await fill(user));
  await waitFor(() => expect(made).toEqual([call]));
  await user.keyboard("{Enter}");
  expect(made).toEqual([call]);
});

// 17.3
test.each(twice)("%s says when it takes long, and asks whether the server is there", async (_, __, fill) => {
  const provider = createProvider();
  const never = () => new Promise<never>(() => {});
  provider.identity.reauthenticate = never;
  const { user, online } = await show({ provider, answers: { "PATCH /users/{id}": never } });
  const button = await fill(user);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  // The dialog goes before that, and ends what it has begun.
  onTestFinished(() => void vi.advanceTimersByTime(1_000).useRealTimers());
  await user.click(button);
  const form = button.closest("form") ?? document.getElementById(button.getAttribute("form") ?? "");
  await act(() => vi.advanceTimersByTimeAsync(3_500));
  expect([form?.textContent?.includes(texts.app.slow), online.check.mock.calls]).toEqual([false, []]);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect([form?.textContent?.includes(texts.app.slow), online.check.mock.calls]).toEqual([true, [[]]]);
});

// 2.25
test("with mail the new address is confirmed first, and the profile says so", async () => {
  const { user, toasts, calls } = await show({ provider: createProvider({ mails: true }) });
  await user.click(await press("Change email"));
  const regions = screen.getAllByRole("status");
  await fillEmail(user, "new@example.org");
  const note = await screen.findByText("Open the link we sent to new@example.org. Until then this address stays.");
  expect(regions).toContain(note.parentElement);
  expect(toasts).toMatchObject([{ text: "Check your new mailbox" }]);
  expect(calls).not.toContain("PUT /users/update-email/{id}");
});

// 2.25
test("while a new address waits for its link, who comes back to the page has it looked up", async () => {
  const provider = createProvider({ mails: true });
  const token = vi.spyOn(provider.identity, "token");
  const { user } = await show({ provider });
  const comeBack = () => document.dispatchEvent(new Event("visibilitychange"));
  comeBack();
  expect(token).not.toHaveBeenCalled();
  await user.click(await press("Change email"));
  await fillEmail(user, "new@example.org");
  await screen.findByText(/Open the link we sent to new@example.org/);
  token.mockClear();
  comeBack();
  await vi.waitFor(() => expect(token).toHaveBeenCalledWith(true));
});

// 2.25
test("an address typed with capitals is awaited until it counts, and no longer", async () => {
  const provider = createProvider({ mails: true });
  const token = vi.spyOn(provider.identity, "token");
  const { user, answers, calls } = await show({ provider });
  await user.click(await press("Change email"));
  await fillEmail(user, "New@Example.org");
  await screen.findByText(/Open the link we sent to New@Example.org/);
  answers["GET /users/{id}"] = { ...me, email: "new@example.org" };
  answers["PUT /users/update-email/{id}"] = {};
  token.mockResolvedValue(tokenOf("new@example.org"));
  document.dispatchEvent(new Event("visibilitychange"));
  await waitFor(() => expect(screen.queryByText(/Open the link we sent/)).toBeNull());
  expect(calls).toContain("PUT /users/update-email/{id}");
});

// 2.22, 2.25
test("the account is asked for before a change begins, where the end of a sign-in is heard", async () => {
  const provider = createProvider();
  const asked: boolean[] = [];
  provider.identity.reload = async () => void asked.push(provider.inFlow);
  const { user, toasts } = await show({ provider });
  await user.click(await press("Change email"));
  await fillEmail(user, "new@example.org");
  await waitFor(() => expect(toasts).not.toEqual([]));
  expect(asked).toEqual([false]);
});

async function confirmDeletion(user: Awaited<ReturnType<typeof show>>["user"], password?: string) {
  const dialog = await screen.findByRole("dialog", { name: "Delete your account?" });
  if (password !== undefined) {
    await user.clear(within(dialog).getByLabelText("Current password"));
    await user.type(within(dialog).getByLabelText("Current password"), password);
  }
  await user.click(within(dialog).getByRole("button", { name: "Confirm" }));
}

// 2.28
test("deletes the profile, then the account, and leads to the login", async () => {
  const bodies: unknown[] = [];
  const { user, provider, toasts, app } = await show({
    answers: { "DELETE /users/{id}": ({ body }: { body: unknown }) => (bodies.push(body), null) },
  });
  await user.click(await press("Delete account"));
  await confirmDeletion(user, "Wrong!1horse");
  await screen.findByText("Wrong password");
  expect(bodies).toEqual([]);
  await confirmDeletion(user, good);
  await screen.findByText("The login");
  expect(bodies).toEqual([{ userId: member.uid }]);
  expect(provider.calls).toEqual(["reauthenticate", "reauthenticate", "deleteAccount", "signOut"]);
  expect(toasts).toMatchObject([{ kind: "success", text: "Your account is deleted" }]);
  expect(readSession(app.queryClient)).toBeNull();
});

test.each([
  ["the answer to the first try was lost", { code: "no-profile", status: 403 }, "Your account is deleted"],
  ["the server is out of reach", { code: "network", status: undefined }, undefined],
])("a deletion when %s", async (_, { code, status }, toast) => {
  const { user, provider, toasts } = await show({
    answers: {
      "DELETE /users/{id}": () => {
        throw new ApiError(code, "A sentence of the server", { status });
      },
    },
  });
  await user.click(await press("Delete account"));
  await confirmDeletion(user, good);
  if (toast === undefined) {
    await screen.findByText("A sentence of the server");
    expect((await field("Current password")).value).toBe(good);
    expect(provider.calls).not.toContain("deleteAccount");
    expect(toasts).toEqual([]);
  } else {
    await screen.findByText("The login");
    expect(toasts).toMatchObject([{ text: toast }]);
  }
});

test("how to sign in is asked for again, and the focus stays on the screen", async () => {
  const provider = createProvider();
  const hasPassword = vi
    .spyOn(provider.identity as Identity, "hasPassword")
    .mockRejectedValueOnce(new Error("No network"));
  const { user } = await show({
    provider,
    routes: {
      "/profile": () => (
        <main>
          <ProfilePage />
        </main>
      ),
    },
  });
  await user.click(await press("Try again"));
  await press("Change password");
  expect(hasPassword).toHaveBeenCalledTimes(2);
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});

// 2.28, 2.34, 2.26
test("an account that stays behind is told, and nobody is signed in", async () => {
  const provider = createProvider({ hasPassword: false });
  provider.fails["deleteAccount"] = refusal("auth/network-request-failed");
  const { user, toasts, app } = await show({ provider, answers: { "DELETE /users/{id}": null } });
  // Google is asked instead of a password.
  await screen.findByText(`You log in with Google as ${member.email}: there is no password or email to change here.`);
  expect(screen.queryByRole("button", { name: "Change password" })).toBeNull();
  expect(loadWindow).not.toHaveBeenCalled();
  await user.click(await press("Delete account"));
  // Before the press that opens it: the browser blocks one that opens long after.
  await waitFor(() => expect(loadWindow).toHaveBeenCalledOnce());
  await confirmDeletion(user);
  await screen.findByText("The login");
  expect(console.error).toHaveBeenCalledOnce();
  vi.mocked(console.error).mockClear();
  expect(toasts).toMatchObject([
    { kind: "warning", text: expect.stringContaining("we couldn't delete your login yet. Log in once more") as string },
  ]);
  expect(readSession(app.queryClient)).toBeNull();
});

/** Holds a call of the provider back until it is told to go on. */
function hold<N extends "reauthenticate" | "changeEmail">({ identity }: ReturnType<typeof createProvider>, name: N) {
  let goOn = () => {};
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  const call = identity[name] as ((value: string) => Promise<never>) | undefined;
  identity[name] = (async (value: string) => {
    await gate;
    return call?.(value);
  }) as Identity[N];
  return () => act(async () => goOn());
}
async function typeEmail(user: User, email: string) {
  await user.click(await press("Change email"));
  await user.clear(await field("New email"));
  await user.type(await field("New email"), email);
}

// 9.3
test.each([
  ["folded", async (user: User) => user.click(await press("Change password"))],
  ["left with its screen", async (_: User, { history }: Shown) => void act(() => history.push("/elsewhere"))],
])("a refusal is told by a toast once its form was %s", async (_, leave) => {
  const provider = createProvider();
  const goOn = hold(provider, "reauthenticate");
  const shown = await show({ provider });
  await shown.user.click(await press("Change password"));
  for (const name of ["New password", "Confirm password"]) await shown.user.type(await field(name), better);
  await shown.user.type(await field("Current password"), "Wrong!1horse");
  await shown.user.click(await press("Save password"));
  await waitFor(() =>
    expect(screen.getByRole("form", { name: "Change password" }).getAttribute("aria-busy")).toBe("true"),
  );
  await leave(shown.user, shown);
  await waitFor(() => expect(screen.queryByLabelText("New password")).toBeNull());
  await goOn();
  await waitFor(() => expect(shown.toasts.map(({ text }) => text)).toEqual(["Something went wrong! Try again"]));
});
type Shown = Awaited<ReturnType<typeof show>>;

// 3.6.2
test("a form of the email that was opened again keeps what is typed when the earlier change ends", async () => {
  const provider = createProvider();
  const goOn = hold(provider, "changeEmail");
  const answers = { "PUT /users/update-email/{id}": { ...me, email: "new@example.org" } };
  const { user, toasts } = await show({ provider, answers });
  await typeEmail(user, "new@example.org");
  await user.type(await field("Current password"), good);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(provider.calls).toContain("reauthenticate"));
  await user.click(await press("Change email"));
  await waitFor(() => expect(screen.queryByLabelText("New email")).toBeNull());
  await typeEmail(user, "third@example.org");
  await goOn();
  await waitFor(() => expect(toasts.map(({ text }) => text)).toEqual(["Your email has been successfully updated"]));
  expect((await field("New email")).value).toBe("third@example.org");
});

// 3.6.2
test("a form that was left and entered again while its picture was on the way holds it no more once it is saved", async () => {
  const bodies: unknown[] = [];
  let saved = me;
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  sent.mockImplementation(async () => {
    await arrived;
    return { secure_url: "/media/new" } as Upload; // what the form reads
  });
  const { user, toasts, history } = await show({
    answers: {
      "PATCH /users/{id}": ({ body }: { body: Partial<Me> }) => {
        bodies.push(body);
        saved = { ...saved, ...body };
        return saved;
      },
      "GET /users/{id}": () => saved,
    },
  });
  await user.upload(await field("Profile image"), new File(["x"], "me.png", { type: "image/png" }));
  await user.click(await press("Save"));
  await waitFor(() => expect(sent).toHaveBeenCalledOnce());
  act(() => history.push("/elsewhere"));
  await user.click(await screen.findByRole("link", { name: "Back to it" }));
  await screen.findByText("me.png");
  await act(async () => arrive());
  await waitFor(() => expect(screen.queryByText("me.png")).toBeNull());
  await waitFor(() => expect(toasts).toMatchObject([{ text: "Your profile has been successfully updated" }]));
  await rename(user, "Augusta");
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies[1]).toEqual({ firstName: "Augusta" });
});

// 3.6.2
test("a new email is no draft any more once it counts, also where its form was left meanwhile", async () => {
  const provider = createProvider();
  const goOn = hold(provider, "changeEmail");
  const answers = { "PUT /users/update-email/{id}": { ...me, email: "new@example.org" } };
  const { user, toasts, history } = await show({ provider, answers });
  await typeEmail(user, "new@example.org");
  await user.type(await field("Current password"), good);
  await user.keyboard("{Enter}");
  await waitFor(() => expect(provider.calls).toContain("reauthenticate"));
  act(() => history.push("/elsewhere"));
  await user.click(await screen.findByRole("link", { name: "Back to it" }));
  await press("Change email");
  await goOn();
  await waitFor(() => expect(toasts).toHaveLength(1));
  await user.click(await press("Change email"));
  expect((await field("New email")).value).toBe("");
});

// 3.6.2
test("Back on another tab leaves the page, and folds no form that nobody sees", async () => {
  const { user, history } = await show();
  act(() => history.push("/elsewhere"));
  await user.click(await screen.findByRole("link", { name: "Back to it" }));
  await user.click(await press("Change password"));
  await user.type(await field("Current password"), good);
  await waitFor(() => expect(history.location.state).toHaveProperty("dialog"));
  await user.click(screen.getByRole("tab", { name: "Payment information" }));
  await waitFor(() => expect(history.location.state).not.toHaveProperty("dialog"));
  await user.click(screen.getByRole("tab", { name: "User information" }));
  expect((await field("Current password")).value, "what was typed").toBe(good);
  await user.click(screen.getByRole("tab", { name: "Payment information" }));
  await waitFor(() => expect(history.location.state).not.toHaveProperty("dialog"));
  act(() => history.back());
  await waitFor(() => expect(history.location.pathname).toBe("/elsewhere"));
});
