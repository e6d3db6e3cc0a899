// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import { IdentityError, type Identity, otherUser, serverFailures } from "../../identity/identity.ts";
import type { App } from "../../app/app-context.ts";
import { finishRegistration, register } from "./register.ts";
import { writeSession } from "./session.ts";
import { signIn } from "./sign-in.ts";
import { keepTyped, readTyped, storeRegistration } from "./stored-registration.ts";

const form = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.org",
  password: "Engine#1843",
  newsletter: true,
  artist: true,
};

/** A provider and a server that remember, and a network that can be cut before any of their answers. */
function createWorld() {
  const accounts = new Map<string, string>();
  const profiles = new Map<string, unknown>();
  let signedIn: string | null = null;
  /** `signUp`: the code of the failure in the place of its answer. */
  const cut = { signUp: "", profile: false };

  const open = (email: string) => {
    signedIn = email;
    return { uid: email, email };
  };
  const identity: Pick<Identity, "onChange" | "signUp" | "signIn" | "signOut" | "token"> = {
    onChange: () => () => {},
    async signUp(email, password) {
      if (accounts.has(email)) throw new IdentityError("auth/email-already-in-use", "Firebase: taken.");
      accounts.set(email, password);
      if (cut.signUp) throw new IdentityError(cut.signUp, "Firebase: no answer.");
      return open(email);
    },
    async signIn(email, password) {
      if (accounts.get(email) !== password) throw new IdentityError("auth/invalid-credential", "Firebase: wrong.");
      return open(email);
    },
    async signOut() {
      signedIn = null;
    },
    async token(_, of) {
      if (signedIn !== null && of !== undefined && of !== signedIn) throw new IdentityError(otherUser, "Somebody else");
      return signedIn;
    },
  };
  const call = async (endpoint: { path: string }, { body }: { body: unknown }) => {
    if (cut.profile) throw new ApiError("network", "No network");
    const email = signedIn ?? "";
    if (endpoint.path === "/users") profiles.set(email, body);
    if (!profiles.has(email)) throw new ApiError("no-profile", "None", { status: 403 });
    return { data: { uid: email, firstName: "Ada", lastName: "Lovelace", email } };
  };
  const app = {
    queryClient: new QueryClient(),
    api: { call },
    identity: async () => identity,
    worker: { setAccount: () => {} },
    openAccount: async () => ({}),
    duringAuthFlow: <T>(flow: () => Promise<T>) => flow(),
  } as unknown as App; // the flows use these parts only
  return { app, accounts, profiles, cut, who: () => signedIn };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const profile = { firstName: "Ada", lastName: "Lovelace", email: form.email, artist: true, newsletter: true };

// 2.8, 2.9, 2.11, 2.30, 3.4.3
test("ends with account and profile, signed out, nothing stored", async () => {
  const world = createWorld();
  await register(world.app, form);
  expect(world.profiles.get(form.email)).toEqual(profile);
  expect(world.who()).toBeNull();
  expect(localStorage.getItem("offbeat.registration")).toBeNull();
});

// 2.8
test("the network dies before the profile: the same form sent again completes it", async () => {
  const world = createWorld();
  world.cut.profile = true;
  await expect(register(world.app, form)).rejects.toThrow("Your account is made, but its profile is not saved yet");
  world.cut.profile = false;
  await register(world.app, form);
  expect(world.profiles.get(form.email)).toEqual(profile);
});

test.each<[string, string]>([
  ["auth/network-request-failed", "no connection"],
  ...serverFailures.map((code): [string, string] => [code, "cannot answer right now"]),
])("the answer to the account is lost (%s): the same form sent again completes it", async (code, sentence) => {
  const world = createWorld();
  world.cut.signUp = code;
  await expect(register(world.app, form)).rejects.toThrow(sentence);
  world.cut.signUp = "";
  await register(world.app, form);
  expect(world.profiles.get(form.email)).toEqual(profile);
});

test("the page is closed before the profile: the next start completes it", async () => {
  keepTyped(form);
  const world = createWorld();
  world.cut.profile = true;
  await expect(register(world.app, form)).rejects.toThrow("not saved yet");
  world.cut.profile = false;
  expect(await finishRegistration(world.app, { uid: form.email, email: form.email })).toBe(form.email);
  expect(readTyped(), "typed in this tab").toBeUndefined();
  expect(world.profiles.get(form.email)).toEqual(profile);
  expect(world.who()).toBeNull();
});

test("somebody else signs in before the network is back for it: nothing is made in their name, and they stay", async () => {
  const world = createWorld();
  world.cut.profile = true;
  await expect(register(world.app, form)).rejects.toThrow("not saved yet");
  world.cut.profile = false;
  world.accounts.set("eve@example.org", "Other#1843");
  await signIn(world.app, { email: "eve@example.org", password: "Other#1843" });
  expect(await finishRegistration(world.app, { uid: form.email, email: form.email })).toBeUndefined();
  expect([world.profiles.size, world.who()]).toEqual([0, "eve@example.org"]);
  expect(localStorage.getItem("offbeat.registration")).not.toBeNull();
});

// 2.12
test("a sign-in completes the stored registration of its own email only", async () => {
  const world = createWorld();
  world.cut.profile = true;
  await expect(register(world.app, form)).rejects.toThrow("not saved yet");
  world.cut.profile = false;
  world.accounts.set("eve@example.org", "Other#1843");
  expect(await signIn(world.app, { email: "eve@example.org", password: "Other#1843" })).toHaveProperty("incomplete");
  expect(world.profiles.size).toBe(0);
  expect(await signIn(world.app, form)).toHaveProperty("signedIn");
  expect(world.profiles.get(form.email)).toEqual(profile);
});

test("a sign-in that completes it and then fails on the device is undone at the provider", async () => {
  const world = createWorld();
  world.cut.profile = true;
  await expect(register(world.app, form)).rejects.toThrow("not saved yet");
  world.cut.profile = false;
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  world.app.openAccount = () => Promise.reject(new Error("the storage fails"));
  await expect(signIn(world.app, form)).rejects.toThrow("Something went wrong");
  expect(log).toHaveBeenCalledOnce();
  log.mockClear();
  expect(world.profiles.get(form.email)).toEqual(profile);
  expect(world.who()).toBeNull();
});

test("an email that somebody else has stays theirs, also with the right names", async () => {
  const world = createWorld();
  world.accounts.set(form.email, "Their#1843x");
  await expect(register(world.app, form)).rejects.toThrow("already in use");
  await expect(register(world.app, form)).rejects.toThrow("already in use");
  expect(world.profiles.size).toBe(0);
});

// 2.10
test("an email of one's own whose account is complete is refused as often as it is sent", async () => {
  const world = createWorld();
  world.accounts.set(form.email, form.password);
  await expect(register(world.app, form)).rejects.toThrow("already in use");
  await expect(register(world.app, form)).rejects.toThrow("already in use");
  expect([world.profiles.size, localStorage.length]).toEqual([0, 0]);
});

test("a refusal in between leaves what an interrupted attempt has stored", async () => {
  const world = createWorld();
  world.cut.signUp = "auth/network-request-failed";
  await expect(register(world.app, form)).rejects.toThrow("no connection");
  await expect(register(world.app, { ...form, password: "Wrong#1843" })).rejects.toThrow("already in use");
  world.cut.signUp = "";
  await register(world.app, form);
  expect(world.profiles.get(form.email)).toEqual(profile);
});

// 9.6, 9.10, 2.14
test("a wrong password and a dead network have different sentences", async () => {
  const world = createWorld();
  await expect(signIn(world.app, form)).rejects.toThrow("Wrong Email or Password");
  world.accounts.set(form.email, form.password);
  world.cut.profile = true;
  await expect(signIn(world.app, form)).rejects.toThrow("No network");
  expect(world.who()).toBeNull();
});

test("a storage that hangs: the sign-in says so, in place of waiting for ever", async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.spyOn(indexedDB, "open").mockReturnValue(new EventTarget() as IDBOpenDBRequest); // answers nothing
  const { signIn: signInAgain } = await import("./sign-in.ts");
  const end = signInAgain(createWorld().app, form).catch(String);
  await vi.advanceTimersByTimeAsync(6_000);
  vi.useRealTimers();
  expect(await end).toContain("This device's storage does not answer");
});

describe("somebody who signs in while the profile is on its way", () => {
  /** Holds the answer to the profile back. */
  async function registerSlowly(begin = (app: App): Promise<unknown> => register(app, form)) {
    const world = createWorld();
    const { call } = world.app.api as unknown as { call: (...all: unknown[]) => Promise<unknown> };
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    Object.assign(world.app.api, {
      async call(...all: unknown[]) {
        const reply = await call(...all);
        await held;
        return reply;
      },
    });
    const registering = begin(world.app);
    await vi.waitFor(() => expect(world.profiles.size).toBe(1));
    return { ...world, registering, answer };
  }

  test("stays signed in", async () => {
    const { app, accounts, who, registering, answer } = await registerSlowly();
    accounts.set("ben@example.org", form.password);
    await (await app.identity()).signIn("ben@example.org", form.password);
    answer();
    await registering;
    expect(who()).toBe("ben@example.org");
  });

  test("stays signed in where an earlier page had begun it", async () => {
    const { app, accounts, who, registering, answer } = await registerSlowly(async (begun) => {
      await (await begun.identity()).signUp(form.email, form.password);
      storeRegistration(localStorage, form, Date.now());
      return finishRegistration(begun, { uid: form.email, email: form.email });
    });
    accounts.set("ben@example.org", form.password);
    await (await app.identity()).signIn("ben@example.org", form.password);
    writeSession(app.queryClient, { uid: "ben", email: "ben@example.org", firstName: "Ben", lastName: "L" });
    answer();
    expect(await registering).toBeUndefined();
    expect(who()).toBe("ben@example.org");
  });

  test("to the new account stays signed in, and is not led to the login", async () => {
    const { app, who, registering, answer } = await registerSlowly();
    writeSession(app.queryClient, { uid: form.email, email: form.email, firstName: "Ada", lastName: "L" });
    answer();
    expect(await registering).toBe(false);
    expect(who()).toBe(form.email);
  });
});

test("a sign-out that fails at the end leaves the registration complete", async () => {
  const world = createWorld();
  (await world.app.identity()).signOut = async () => {
    throw new IdentityError("auth/network-request-failed", "Firebase: network.");
  };
  expect(await register(world.app, form)).toBe(true);
  expect(world.profiles.get(form.email)).toEqual(profile);
});
