/** Who is signed in outlives the page (specification 2.17). */
import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { persistSession, readSession, writeSession } from "./session.ts";

const user = { uid: "ada", email: "ada@example.org", firstName: "Ada", lastName: "Quill" };

/** A page over the local storage of a device. */
function openPage(stored: Map<string, string>, page = new EventTarget()): QueryClient {
  const client = new QueryClient();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  } as Storage; // the parts that are used
  persistSession(client, storage, page);
  return client;
}

const leave = (page: EventTarget) => page.dispatchEvent(new Event("pagehide"));

test("is on the device a moment later, and gone with the sign-out", async () => {
  const stored = new Map<string, string>();
  const page = openPage(stored);
  writeSession(page, user);
  await vi.waitFor(() => expect(JSON.parse(stored.get("user") ?? "null")).toEqual(user));
  expect(readSession(openPage(stored))).toEqual(user);
  writeSession(page, null);
  await vi.waitFor(() => expect([...stored.keys()]).toEqual([]));
  expect(readSession(openPage(stored))).toBeNull();
});

test("is on the device also when the page is left at once", () => {
  const stored = new Map<string, string>();
  const page = new EventTarget();
  writeSession(openPage(stored, page), user);
  leave(page);
  expect(readSession(openPage(stored))).toEqual(user);
});

test("a page that is left writes nothing that it has saved before", async () => {
  const stored = new Map<string, string>();
  const page = new EventTarget();
  writeSession(openPage(stored, page), user);
  await vi.waitFor(() => expect(stored.size).toBe(1));
  // Another tab signs out.
  stored.clear();
  leave(page);
  expect(stored.size).toBe(0);
});

test("holds no more than the four fields, and nothing that makes no sense", async () => {
  const stored = new Map<string, string>();
  writeSession(openPage(stored), { ...user, newsletter: true } as typeof user); // a profile has more
  await vi.waitFor(() => expect(stored.size).toBe(1));
  expect(Object.keys(JSON.parse(stored.get("user") ?? "")).toSorted()).toEqual(Object.keys(user).toSorted());
  for (const text of ["", "null", "{}", '{"uid":5}', "no JSON"])
    expect(readSession(openPage(new Map([["user", text]])))).toBeNull();
});
