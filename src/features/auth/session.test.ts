/** Who is signed in outlives the page (specification 2.17). */
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { keepSession, readSession, writeSession } from "./session.ts";

const user = { uid: "ada", email: "ada@example.org", firstName: "Ada", lastName: "Quill" };

/** A page over the local storage of a device. */
function openPage(stored: Map<string, string>): QueryClient {
  const client = new QueryClient();
  keepSession(client, {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  } as Storage); // the parts that are used
  return client;
}

test("is on the device before the call returns, for a page that is left at once", () => {
  const stored = new Map<string, string>();
  const page = openPage(stored);
  writeSession(page, user);
  expect(JSON.parse(stored.get("user") ?? "")).toEqual(user);
  expect(readSession(openPage(stored))).toEqual(user);
  writeSession(page, null);
  expect([...stored.keys()]).toEqual([]);
  expect(readSession(openPage(stored))).toBeNull();
});

test("holds no more than the four fields, and nothing that makes no sense", () => {
  const stored = new Map<string, string>();
  writeSession(openPage(stored), { ...user, newsletter: true } as typeof user); // a profile has more
  expect(Object.keys(JSON.parse(stored.get("user") ?? "")).toSorted()).toEqual(
    Object.keys(user).toSorted(),
  );
  for (const text of ["", "null", "{}", '{"uid":5}', "no JSON"])
    expect(readSession(openPage(new Map([["user", text]])))).toBeNull();
});
