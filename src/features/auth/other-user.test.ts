// @vitest-environment happy-dom
/** Another tab of this browser has signed in somebody else, whom the package takes over (specification 2.12, 2.34). */
import { QueryClient } from "@tanstack/react-query";
import Dexie from "dexie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLocks } from "../../../tests/support/fake-locks.ts";
import { ApiError } from "../../api/api-error.ts";
import type { App } from "../../app/app-context.ts";
import { IdentityError, otherUser } from "../../identity/identity.ts";
import { readSession } from "./session.ts";
import { completeRegistration, finishDeletion, leaveIncomplete, signIn } from "./sign-in.ts";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal("navigator", { locks: createLocks() });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  for (const name of await Dexie.getDatabaseNames()) if (name !== "offbeat-device") await Dexie.delete(name);
});

/** Ada has no profile, and neither has Ben, whom another tab signs in. */
function createWorld(deleted = false) {
  let at: string | null = null;
  const accounts = new Set(["ada", "ben"]);
  const profiles = new Map<string, unknown>();
  const identity = {
    signIn: async (email: string) => {
      at = email.split("@")[0] ?? "";
      return { uid: at, email };
    },
    signOut: async () => void (at = null),
    deleteAccount: async () => void accounts.delete(at ?? ""),
    token: async (_: boolean, uid?: string) => {
      if (at !== null && uid !== undefined && uid !== at)
        throw new IdentityError(otherUser, "Somebody else is signed in. Sign in again");
      return at;
    },
  };
  const app = {
    queryClient: new QueryClient(),
    identity: async () => identity,
    api: {
      call: async ({ path }: { path: string }, { body }: { body: object }) => {
        const uid = at ?? "";
        if (path === "/users") profiles.set(uid, { uid, ...body });
        const problem = { status: 403, title: "x", code: "no-profile", ...(deleted && { deleted }) };
        if (!profiles.has(uid)) throw new ApiError("no-profile", "None", { status: 403, problem });
        return { data: profiles.get(uid) };
      },
    },
    worker: { setAccount() {}, wipe: async () => {} },
    openAccount: async () => ({}),
    duringAuthFlow: <T>(flow: () => Promise<T>) => flow(),
  } as unknown as App; // what the flows use
  return { app, accounts, profiles, otherTab: (uid: string) => (at = uid), who: () => at };
}

const ada = { email: "ada@example.org", password: "Engine#1843" };

// 2.34
test("Finish deleting deletes nobody else's account", async () => {
  const world = createWorld(true);
  expect(await signIn(world.app, ada)).toMatchObject({ incomplete: { uid: "ada", isDeleted: true } });
  world.otherTab("ben");
  await expect(finishDeletion(world.app, "ada")).rejects.toThrow("Somebody else is signed in");
  expect([...world.accounts]).toEqual(["ada", "ben"]);
});

// 2.12
test("Complete registration makes no profile for, and signs in, nobody else", async () => {
  const world = createWorld();
  const result = await signIn(world.app, ada);
  if (!result || !("incomplete" in result)) throw new Error("has no profile");
  world.otherTab("ben");
  const form = { firstName: "Ada", lastName: "Lovelace", artist: true, newsletter: false };
  const completing = completeRegistration(world.app, result.incomplete, form);
  await expect(completing).rejects.toThrow("Somebody else is signed in");
  expect([[...world.profiles], readSession(world.app.queryClient)?.uid]).toEqual([[], undefined]);
});

test("Go back signs nobody else out", async () => {
  const world = createWorld();
  await signIn(world.app, ada);
  world.otherTab("ben");
  await leaveIncomplete(world.app, "ada");
  expect(world.who()).toBe("ben");
});
