// @vitest-environment happy-dom
/** Who is signed in outlives the page (specification 2.17), or the tab's page alone (2.18, 2.19). */
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { volatileName } from "../../db/volatile-name.ts";
import { forgetVolatile, writeVolatileName } from "./session-key.ts";
import { persistSession, readSession, readStoredUid, watchOtherTabs, writeSession } from "./session.ts";

const user = { uid: "ada", email: "ada@example.org", firstName: "Ada", lastName: "Quill" };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

function openPage(page = new EventTarget()): QueryClient {
  const client = new QueryClient();
  persistSession(client, page);
  return client;
}

const stored = () => JSON.parse(localStorage.getItem("user") ?? "null") as unknown; // compared as a whole

const leave = (page: EventTarget) => page.dispatchEvent(new Event("pagehide"));

// 2.30
test("is on the device a moment later, and gone with the sign-out", async () => {
  const page = openPage();
  writeSession(page, user);
  await vi.waitFor(() => expect(stored()).toEqual(user));
  expect(readSession(openPage())).toEqual(user);
  writeSession(page, null);
  await vi.waitFor(() => expect(localStorage).toHaveLength(0));
  expect(readSession(openPage())).toBeNull();
});

// 3.2.15
test("the server hears of it as long as any tab has one", async () => {
  vi.spyOn(document, "cookie", "get").mockReturnValue("offbeat-stored=1");
  const write = vi.spyOn(document, "cookie", "set").mockImplementation(() => {});
  const page = openPage();
  writeSession(page, user);
  await vi.waitFor(() =>
    expect(write).toHaveBeenLastCalledWith(expect.stringMatching(/^offbeat-stored=1;.*max-age=34/)),
  );
  write.mockClear();
  localStorage.setItem(volatileName("ben", "other-tab"), "");
  writeSession(page, null);
  await vi.waitFor(() => expect(stored()).toBeNull());
  expect(write).not.toHaveBeenCalled();
  localStorage.clear();
  writeSession(page, user);
  writeSession(page, null);
  await vi.waitFor(() => expect(write).toHaveBeenLastCalledWith(expect.stringContaining("max-age=0")));
});

test("is on the device also when the page is left at once", () => {
  const page = new EventTarget();
  writeSession(openPage(page), user);
  leave(page);
  expect(readSession(openPage())).toEqual(user);
});

test("a page that is left writes nothing that it has saved before", async () => {
  const page = new EventTarget();
  writeSession(openPage(page), user);
  await vi.waitFor(() => expect(localStorage).toHaveLength(1));
  // Another tab signs out.
  localStorage.clear();
  leave(page);
  expect(localStorage).toHaveLength(0);
});

test("holds no more than the four fields, and nothing that makes no sense", async () => {
  writeSession(openPage(), { ...user, newsletter: true } as typeof user); // a profile has more
  await vi.waitFor(() => expect(localStorage).toHaveLength(1));
  expect(Object.keys(Object(stored())).toSorted()).toEqual(Object.keys(user).toSorted());
  for (const text of ["", "null", "{}", '{"uid":5}', "no JSON"]) {
    localStorage.setItem("user", text);
    expect(readSession(openPage())).toBeNull();
  }
});

test("is in the tab alone if the device may not keep it, beside somebody whom the device keeps", async () => {
  const page = openPage();
  localStorage.setItem("user", JSON.stringify({ ...user, uid: "ben" }));
  writeVolatileName("offbeat-volatile-ada.1");
  expect(readSession(openPage())).toBeNull();
  writeSession(page, user);
  await vi.waitFor(() => expect(JSON.parse(sessionStorage.getItem("user") ?? "null")).toEqual(user));
  expect(readSession(openPage())).toEqual(user);
  expect([readStoredUid(), readStoredUid(localStorage)]).toEqual(["ada", "ben"]);
  // A sign-out forgets the kind of the sign-in before the key is written.
  writeSession(page, null);
  forgetVolatile();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(sessionStorage.getItem("user")).toBeNull();
  expect(readStoredUid()).toBe("ben");
});

// 3.2.15
test.each([
  ["that the device keeps", "max-age", null],
  ["of this tab", "samesite=lax", "offbeat-volatile-ada.1"],
])("the server hears of a sign-in %s, by a cookie that lasts as long", async (_, end, volatile) => {
  vi.spyOn(document, "cookie", "get").mockReturnValue("");
  const cookies = vi.spyOn(document, "cookie", "set");
  if (volatile !== null) writeVolatileName(volatile);
  const page = openPage();
  writeSession(page, user);
  await vi.waitFor(() => expect(cookies).toHaveBeenCalledOnce());
  expect(cookies.mock.calls[0]?.[0]).toContain(end);
  expect(cookies.mock.calls[0]?.[0].includes("max-age")).toBe(volatile === null);
});

/** As the browser tells of what another tab has done. */
const tell = (key: string, newValue: string | null) =>
  window.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }));

// 2.16
test("another tab's sign-in or sign-out is followed; of a sign-in of this tab, only its own end is", () => {
  const switched = vi.fn<() => void>();
  localStorage.setItem("user", JSON.stringify(user));
  watchOtherTabs(() => "ada", switched);
  tell("user", JSON.stringify(user));
  expect(switched).not.toHaveBeenCalled();
  tell("user", null);
  expect(switched).toHaveBeenCalledTimes(1);
  writeVolatileName("offbeat-volatile-ada.1");
  tell("user", JSON.stringify({ ...user, uid: "ben" }));
  tell("offbeat-volatile-ben.2", null);
  tell("offbeat-volatile-ada.1", "1234");
  expect(switched).toHaveBeenCalledTimes(1);
  tell("offbeat-volatile-ada.1", null);
  expect(switched).toHaveBeenCalledTimes(2);
});

test.each([
  ["signed out", () => localStorage.removeItem("user")],
  ["signed in as somebody else", () => localStorage.setItem("user", JSON.stringify({ ...user, uid: "ben" }))],
  ["ended a sign-in of both", () => writeVolatileName("offbeat-volatile-ada.1")],
])("a tab that has %s before anybody listened is followed", (_, act) => {
  localStorage.setItem("user", JSON.stringify(user));
  const page = openPage();
  act();
  const switched = vi.fn<() => void>();
  watchOtherTabs(() => readSession(page)?.uid, switched);
  expect(switched).toHaveBeenCalledOnce();
});

test("a page that comes back from the back/forward cache follows what another tab did meanwhile", () => {
  localStorage.setItem("user", JSON.stringify(user));
  const switched = vi.fn<() => void>();
  watchOtherTabs(() => "ada", switched);
  const comeBack = () => window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  comeBack();
  expect(switched).not.toHaveBeenCalled();
  localStorage.removeItem("user");
  comeBack();
  expect(switched).toHaveBeenCalledOnce();
});

test("a sign-in of this tab that is under way is not ended by whoever begins to listen", () => {
  writeVolatileName("offbeat-volatile-ada.1");
  const switched = vi.fn<() => void>();
  watchOtherTabs(() => undefined, switched);
  expect(switched).not.toHaveBeenCalled();
});

test("who has signed in in another tab is not signed out by this one's lost session", async () => {
  localStorage.setItem("user", JSON.stringify(user));
  const left = new EventTarget();
  const page = openPage(left);
  localStorage.setItem("user", JSON.stringify({ ...user, uid: "ben" }));
  writeSession(page, null);
  leave(left);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(readStoredUid()).toBe("ben");
});
