// @vitest-environment happy-dom
/// <reference types="vite/client" />
// 16.15, 20.21
import { runInThisContext } from "node:vm";
import { beforeEach, expect, test } from "vitest";
import page from "./google.html?raw";
import script from "./google.js?raw";

/** The page as a browser shows it, with the language that was chosen on this device. */
function open(language: string): string[] {
  localStorage.setItem("offbeat.language", language);
  // Without what it loads: styles, and the script that runs below.
  document.documentElement.innerHTML = page.replaceAll(/<link [^>]*>|<script [^>]*><\/script>/g, "");
  runInThisContext(`(() => {${script}})()`);
  const texts: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = (walker.currentNode.textContent ?? "").trim().replaceAll(/\s+/g, " ");
    if (text !== "") texts.push(text);
  }
  return texts;
}

beforeEach(() => localStorage.clear());

test("the page speaks the language that was chosen", () => {
  const english = open("en");
  expect(english).toContain("Choose a demo Google account");
  const german = open("de");
  expect(document.documentElement.lang).toBe("de");
  expect(german).toContain("Ein Google-Konto zum Ausprobieren wählen");
  // All but the names of the app and of people.
  const same = german.filter((text, place) => text === english[place]);
  expect(same).toEqual([
    "Offbeat",
    "R",
    "Robin Marsh",
    "robin.marsh@gmail.example",
    "S",
    "Selma Okafor",
    "selma.okafor@gmail.example",
  ]);
});

test("what fails is said in that language, too", async () => {
  open("de");
  document.querySelector<HTMLElement>(".account")?.click();
  await expect.poll(() => document.querySelector(".failure")?.textContent).toMatch(/^Bitte diese Seite/);
});
