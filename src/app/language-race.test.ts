// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import * as catalogues from "../texts/catalogues.ts";
import { chooseLanguage, language } from "./language.ts";

vi.mock(import("../texts/catalogues.ts"), { spy: true });

test("the language that was chosen last stays, whichever comes first (specification 20.21)", async () => {
  const load = vi.mocked(catalogues.loadCatalogue);
  const german = await catalogues.loadCatalogue("de");
  let come = () => {};
  const line = new Promise<void>((resolve) => (come = resolve));
  load.mockImplementationOnce(async () => {
    await line;
    return german;
  });
  const first = chooseLanguage("de");
  await chooseLanguage("en");
  come();
  await first;
  expect([language.get(), localStorage.getItem("offbeat.language")]).toEqual(["en", "en"]);
});
