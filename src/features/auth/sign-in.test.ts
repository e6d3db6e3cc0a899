// @vitest-environment happy-dom
/** What a sign-in leaves on the device, by how long it lasts (specification 2.18, 2.19, 17.39). */
import { QueryClient } from "@tanstack/react-query";
import Dexie from "dexie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLocks } from "../../../tests/support/fake-locks.ts";
import type { App } from "../../app/app-context.ts";
import { forgetActiveAccount, readActiveAccount, writeActiveAccount } from "../../db/active-account.ts";
import { databaseName, openDatabase } from "../../db/database.ts";
import { enqueue } from "../../db/outbox-enqueue.ts";
import { readOutbox } from "../../db/outbox-table.ts";
import { texts } from "../../texts/texts.ts";
import { readVolatileName, writePersistence, writeVolatileName } from "./session-key.ts";
import { signIn } from "./sign-in.ts";
import { keepTyped, readTyped } from "./stored-registration.ts";
import { noteSignOut, readSignOuts } from "./stored-sign-outs.ts";

const songId = "01890a5d-ac96-774b-bcce-b302099a8057";
const form = { email: "ada@example.org", password: "Engine#1843" };
let app: App;
let told: unknown[];
let wiped: string[];
/** Sign-outs at the provider. */
let left: number;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal("navigator", { locks: createLocks() });
  told = [];
  wiped = [];
  left = 0;
  app = {
    queryClient: new QueryClient(),
    identity: async () => ({
      signIn: async () => ({ uid: "ada", email: form.email }),
      signOut: async () => void (left += 1),
      token: async () => "token",
    }),
    api: { call: async () => ({ data: { uid: "ada", firstName: "Ada", lastName: "L", email: form.email } }) },
    worker: { setAccount: (...call: unknown[]) => told.push(call), wipe: async (uid: string) => wiped.push(uid) },
    openAccount: async () => told.push(readVolatileName()),
    duringAuthFlow: <T>(flow: () => Promise<T>) => flow(),
  } as unknown as App; // what the flow uses
  await forgetActiveAccount((await readActiveAccount()) ?? "");
});
afterEach(async () => {
  vi.unstubAllGlobals();
  for (const name of await Dexie.getDatabaseNames()) if (name !== "offbeat-device") await Dexie.delete(name);
});

/** Somebody's data, with a change that was not sent. */
async function makeDatabase(uid: string, name?: string): Promise<void> {
  const db = openDatabase(uid, name);
  await db.player.put({ name: "queue", value: "canary" });
  await db.playerSongs.put({ chunk: 0, songs: ["canary"] });
  await enqueue(db, { kind: "like", songId, liked: true });
  db.close();
}

async function contentOf(uid: string) {
  const db = openDatabase(uid);
  const found = [(await db.player.count()) + (await db.playerSongs.count()), (await readOutbox(db)).rows.length];
  db.close();
  return found;
}

// 3.4.4
test("what was typed into a registration goes with any sign-in of the tab", async () => {
  keepTyped({ firstName: "Eve", lastName: "E", email: "eve@example.org", newsletter: false });
  await signIn(app, form);
  expect(readTyped()).toBeUndefined();
});

// 17.37
test("what a page that was closed while it signed out has left of the account is gone before its next sign-in", async () => {
  await makeDatabase("ada");
  noteSignOut({ uid: "ada", keepsUnsent: false });
  app.openAccount = vi.fn<App["openAccount"]>(async () => expect(await contentOf("ada")).toEqual([0, 0]) as never);
  await signIn(app, form);
  expect(app.openAccount).toHaveBeenCalledOnce();
  expect(readSignOuts()).toEqual([]);
});

test("a sign-in that waits in vain for the removal of what the account has left says so", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  noteSignOut({ uid: "ada", keepsUnsent: false });
  // Another tab's.
  void navigator.locks.request("offbeat-sign-outs", () => new Promise(() => {}));
  const request = vi.spyOn(navigator.locks, "request");
  const signing = signIn(app, form).catch((error: unknown) => error);
  await vi.waitFor(() => expect(request).toHaveBeenCalledOnce());
  await vi.advanceTimersByTimeAsync(40_000);
  expect(await signing).toMatchObject({ message: texts.auth.storageSilent });
  expect(left, "at the provider").toBe(1);
  vi.useRealTimers();
  localStorage.clear();
});

test("until the browser closes: a database of its own, and of this account the device keeps unsent changes alone", async () => {
  await makeDatabase("ada");
  await makeDatabase("eve", "offbeat-volatile-eve.1");
  writePersistence("session");
  await signIn(app, form);
  expect(readVolatileName()).toMatch(/^offbeat-volatile-ada\../);
  expect(told).toEqual([["ada", { isVolatile: true }], readVolatileName()]);
  expect(await readActiveAccount()).toBeNull();
  expect([await contentOf("ada"), wiped]).toEqual([[0, 1], ["ada"]]);
  expect(await Dexie.exists("offbeat-volatile-eve.1"), "left by a browser that was killed").toBe(false);
});

test("until the page closes: whom another tab has signed in on the device stays", async () => {
  await makeDatabase("ben");
  await writeActiveAccount("ben");
  localStorage.setItem("user", JSON.stringify({ uid: "ben", email: "ben@x.org", firstName: "Ben", lastName: "B" }));
  writePersistence("none");
  await signIn(app, form);
  expect([await contentOf("ben"), wiped, await readActiveAccount()]).toEqual([[2, 1], [], "ben"]);
});

test("on this device: what the tab had of a lost volatile sign-in goes", async () => {
  const name = "offbeat-volatile-ada.1";
  await makeDatabase("ada", name);
  writeVolatileName(name);
  localStorage.setItem(name, "");
  writePersistence("local");
  await signIn(app, form);
  expect([readVolatileName(), await Dexie.exists(name), localStorage.length]).toEqual([null, false, 0]);
  expect(told).toEqual([["ada"], null]);
  expect(await readActiveAccount()).toBe("ada");
  expect(await Dexie.exists(databaseName("ada"))).toBe(false);
});
