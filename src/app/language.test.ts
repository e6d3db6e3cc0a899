// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { texts } from "../texts/texts.ts";
import { widgetTexts } from "../ui/widget-texts.ts";
import { chooseLanguage, language, setLanguage, startLanguage } from "./language.ts";

const asked = (...languages: string[]) => vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
const spoken = () => [language.get(), document.documentElement.lang, texts.app.back, widgetTexts.close];
const german = ["de", "de", "Zurück", "Schließen"];
const english = ["en", "en", "Back", "Close"];

beforeEach(() => localStorage.clear());
afterEach(() => setLanguage("en"));

test("it is the browser's", async () => {
  asked("de-CH", "en");
  await startLanguage();
  expect(spoken()).toEqual(german);
  expect(localStorage.length).toBe(0);
});

// 20.21
test("a choice is kept on this device, and tells those who show it", async () => {
  asked("de");
  await startLanguage();
  const heard: string[] = [];
  const stop = language.subscribe(() => heard.push(language.get()));
  await chooseLanguage("en");
  stop();
  expect([spoken(), heard]).toEqual([english, ["en"]]);
  await setLanguage("de");
  await startLanguage();
  expect(spoken()).toEqual(english);
});

// 3.2.15
test("a document for a first visit keeps its language until another one is chosen", async () => {
  asked("en");
  document.documentElement.dataset["firstVisit"] = "";
  document.documentElement.lang = "de";
  await startLanguage();
  expect(spoken()).toEqual(german);
  await chooseLanguage("en");
  await startLanguage();
  expect(spoken()).toEqual(english);
  delete document.documentElement.dataset["firstVisit"];
});

test("blocked storage leaves the choice to the browser", async () => {
  asked("de");
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new DOMException("Blocked", "SecurityError");
  });
  await startLanguage();
  expect(spoken()).toEqual(german);
});
