// @vitest-environment happy-dom
/** Which sign-in a document starts with (specification 2.17 to 2.19). */
import { beforeEach, expect, test } from "vitest";
import { dropEndedSignIn, readPersistence, userStorage, writePersistence, writeVolatileName } from "./session-key.ts";

const name = "offbeat-volatile-ada.1";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** The tab of a volatile sign-in. */
function openTab(persistence: "session" | "none"): void {
  writePersistence(persistence);
  writeVolatileName(name);
  localStorage.setItem(name, "1234");
  sessionStorage.setItem("user", "ada");
  sessionStorage.setItem("firebase:authUser:key:[DEFAULT]", "{}");
}

test("a sign-in until the browser closes survives a reload, beside another one that the device keeps", () => {
  localStorage.setItem("user", "ben");
  expect(userStorage().getItem("user")).toBe("ben");
  openTab("session");
  dropEndedSignIn();
  expect(userStorage().getItem("user")).toBe("ada");
  expect(sessionStorage.getItem("firebase:authUser:key:[DEFAULT]")).toBe("{}");
});

test("one until the page closes does not, and its database may be deleted at once", () => {
  openTab("none");
  dropEndedSignIn();
  expect(userStorage().getItem("user")).toBeNull();
  expect(Object.keys(sessionStorage)).toEqual(["offbeat.keep-signed-in"]);
  expect(localStorage.getItem(name)).toBe("");
});

// 2.35
test("nor does one that another tab has ended", () => {
  openTab("session");
  localStorage.removeItem(name);
  dropEndedSignIn();
  expect(Object.keys(sessionStorage)).toEqual(["offbeat.keep-signed-in"]);
  expect(Object.keys(localStorage)).toEqual([]);
});

test("a sign-in that the device keeps is not touched, and the choice is one of three", () => {
  localStorage.setItem("user", "ben");
  writePersistence("none");
  dropEndedSignIn();
  expect(userStorage().getItem("user")).toBe("ben");
  expect(readPersistence()).toBe("none");
  sessionStorage.setItem("offbeat.keep-signed-in", "for ever");
  expect(readPersistence()).toBe("local");
});
