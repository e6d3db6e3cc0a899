// @vitest-environment happy-dom
/** Which stored things the server hears of (specification 3.2.15). */
import { beforeEach, expect, test, vi } from "vitest";
import { hasStored } from "../../contract/first-visit.ts";
import { chooseLanguage } from "./language.ts";
import { noteStored } from "./note-stored.ts";
import { chooseTheme } from "./stored-theme.ts";

let written: string[];

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  written = [];
  vi.spyOn(document, "cookie", "get").mockImplementation(() => written.join("; "));
  vi.spyOn(document, "cookie", "set").mockImplementation((cookie) => void written.push(cookie));
});

const isNoted = () => hasStored(document.cookie);

test("a chosen theme, and no choice of the system's", () => {
  chooseTheme("system");
  expect(isNoted()).toBe(false);
  chooseTheme("dark");
  expect(isNoted()).toBe(true);
});

test("a chosen language", async () => {
  await chooseLanguage("de");
  expect(isNoted()).toBe(true);
});

test("what ends with the browser shortens nothing", () => {
  noteStored(false);
  expect(written).toEqual([expect.not.stringContaining("max-age")]);
  noteStored(true);
  noteStored(false);
  expect(written).toHaveLength(2);
  expect(written[1]).toContain("max-age");
});
