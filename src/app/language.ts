/** The language that the interface speaks now (specification 20.21). */
import { defaultLanguage, pickLanguage } from "../../contract/languages.ts";
import { chunkLoadTimeoutMs } from "../../contract/rules/limits.ts";
import { withTimeout } from "../lib/with-timeout.ts";
import { createStore, type ReadableStore } from "../lib/store.ts";
import { languages, loadCatalogue } from "../texts/catalogues.ts";
import { storeLanguage, wantedLanguages } from "../texts/pick-language.ts";
import { setTexts, texts } from "../texts/texts.ts";
import { setWidgetTexts } from "../ui/widget-texts.ts";
import { noteChoice } from "./note-stored.ts";

const current = createStore(defaultLanguage);

export const language: ReadableStore<string> = current;

/** Speaks the language of this device. Call before anything is rendered. */
export async function startLanguage(): Promise<void> {
  const wanted = pickLanguage(languages, wantedLanguages());
  document.documentElement.lang = wanted;
  // English comes with the screens: what visitors see at once, the rest with the app.
  if (wanted === current.get()) return;
  try {
    await setLanguage(wanted);
  } catch (error) {
    console.warn("The words of this language did not come", error);
    document.documentElement.lang = defaultLanguage;
  }
}

/** Switches the whole page, and keeps the choice on this device. Throws, and changes nothing, without its catalogue. */
export async function chooseLanguage(chosen: string): Promise<void> {
  if (!(await setLanguage(chosen))) return;
  storeLanguage(chosen);
  noteChoice();
}

let last = 0;

/**
 * Stores nothing. Returns false, and changes nothing, if another one was chosen while its catalogue came. Throws, and changes
 * nothing, without that.
 */
export async function setLanguage(code: string): Promise<boolean> {
  last += 1;
  const mine = last;
  const catalogue = await withTimeout(chunkLoadTimeoutMs, loadCatalogue(code));
  if (mine !== last) return false;
  setTexts(catalogue);
  setWidgetTexts(texts.widgets);
  // The build has no document.
  if (typeof document === "object") document.documentElement.lang = code;
  current.set(code);
  return true;
}
