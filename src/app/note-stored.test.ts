// @vitest-environment happy-dom
/** Which stored things the server hears of (specification 3.2.15). */
import { beforeEach, expect, test, vi } from "vitest";
import { visitorLook } from "../../contract/first-visit.ts";
import { chooseTheme } from "./choose-theme.ts";
import { chooseLanguage } from "./language.ts";
import { noteStored } from "./note-stored.ts";

let written: string[];
let kept: string;

beforeEach(() => {
  localStorage.clear();
  written = [];
  kept = "";
  vi.spyOn(document, "cookie", "get").mockImplementation(() => kept);
  vi.spyOn(document, "cookie", "set").mockImplementation((cookie) => {
    written.push(cookie);
    kept = cookie.includes("max-age=0") ? "" : (cookie.split(";")[0] ?? "");
  });
});

const look = () => visitorLook(document.cookie);

test("a chosen theme, until the system's is chosen again", () => {
  chooseTheme("system");
  expect(written).toEqual([]);
  chooseTheme("dark");
  expect(look()).toEqual({ theme: "dark" });
  chooseTheme("system");
  expect([kept, look()]).toEqual(["", {}]);
});

test("a chosen language, beside a theme", async () => {
  chooseTheme("light");
  await chooseLanguage("de");
  expect(look()).toEqual({ theme: "light", language: "de" });
});

test("a sign-in alone as long as there is one, and what was chosen meanwhile afterwards", () => {
  noteStored("lasting");
  chooseTheme("dark");
  expect(look()).toBeUndefined();
  noteStored("none");
  expect(look()).toEqual({ theme: "dark" });
});

test("nothing of a sign-in that is over, or of somebody who only looks", () => {
  noteStored("none");
  expect(written).toEqual([]);
  noteStored("lasting");
  noteStored("none");
  expect(kept).toBe("");
});

test("what ends with the browser shortens nothing", () => {
  noteStored("passing");
  expect(written).toEqual([expect.not.stringContaining("max-age")]);
  noteStored("lasting");
  noteStored("passing");
  expect(written).toHaveLength(2);
  expect(written[1]).toContain("max-age");
});
