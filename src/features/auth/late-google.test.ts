// @vitest-environment happy-dom
/** Google's window is left open, and the person logs in by password (specification 2.14). */
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLocks } from "../../../tests/support/fake-locks.ts";
import type { App } from "../../app/app-context.ts";
import { openDatabase } from "../../db/database.ts";
import { readUploads, storeUpload } from "../../db/upload-rows.ts";
import type { GoogleUser, IdentityUser } from "../../identity/identity.ts";
import { observeIdentity } from "./identity-observer.ts";
import { readSession } from "./session.ts";
import { signIn, signInWithGoogle } from "./sign-in.ts";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal("navigator", { locks: createLocks() });
});
afterEach(() => vi.unstubAllGlobals());

const ben = { uid: "ben", email: "ben@example.org", firstName: "Ben", lastName: "B" };
const form = { email: "ada@example.org", password: "Engine#1843" };

function createWorld() {
  let flows = 0;
  let choose: (user: GoogleUser) => void = () => {};
  let tell: (user: IdentityUser | null) => void = () => {};
  const ask = vi.fn<() => Promise<GoogleUser>>(() => new Promise((resolve) => (choose = resolve)));
  const identity = {
    signIn: async () => ({ uid: "ada", email: form.email }),
    signInWithGoogle: ask,
    signOut: async () => {},
    token: async () => "token",
    onEmail: () => () => {},
    onChange: (listener: typeof tell) => void (tell = listener),
  };
  const call = async (_: unknown, { body }: { body: { user: IdentityUser } }) => ({
    data: { firstName: "Ada", lastName: "L", ...body.user },
  });
  const app = {
    queryClient: new QueryClient(),
    identity: async () => identity,
    api: { call },
    worker: { setAccount() {}, wipe: async () => {} },
    toaster: { leaveAccount() {} },
    loadedAudio: () => undefined,
    account: () => undefined,
    openAccount: async () => ({}),
    closeAccount() {},
    // As the app does, but for the second that it waits at the end.
    async duringAuthFlow<T>(flow: () => Promise<T>) {
      flows += 1;
      return flow().finally(() => (flows -= 1));
    },
  } as unknown as App; // what the flows use
  return {
    app,
    ask,
    isOurs: () => flows > 0,
    choose: () => choose(ben),
    tell: (user: IdentityUser | null) => tell(user),
  };
}

test("an account that is chosen there later replaces nobody, and costs no waiting upload", async () => {
  const { app, ask, choose } = createWorld();
  const google = signInWithGoogle(app);
  await vi.waitFor(() => expect(ask).toHaveBeenCalled());
  await signIn(app, form);
  const db = openDatabase("ada");
  const song = { title: "Slow Tide", artist: "Ana", album: null, genre: "Ska", private: true } as const;
  await storeUpload(db, { audio: new File(["canary"], "a.mp3"), cover: null }, song, {});
  choose();
  expect(await google).toBeUndefined();
  expect(readSession(app.queryClient)?.uid).toBe("ada");
  expect(await readUploads(db)).toHaveLength(1);
  await db.delete();
});

// 2.22
test("the end of the sign-in is told while the window is still open", async () => {
  const { app, isOurs, tell } = createWorld();
  void signInWithGoogle(app);
  await signIn(app, form);
  const onSessionLost = vi.fn<() => void>();
  await observeIdentity(app, isOurs, { onRegistered() {}, onSessionLost, onAccountDeleted() {} });
  tell(null);
  await vi.waitFor(() => expect(onSessionLost).toHaveBeenCalledOnce());
});
