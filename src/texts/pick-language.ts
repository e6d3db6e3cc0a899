/** The languages that are wanted here: the one chosen on this device, then the browser's. */
import { tryStore } from "../lib/try-store.ts";

const storageKey = "offbeat.language";

export function wantedLanguages(): string[] {
  return [...storedLanguage(), ...servedLanguage(), ...navigator.languages];
}

export function storeLanguage(language: string): void {
  tryStore(storageKey, language);
}

/** One or none. */
export function storedLanguage(): string[] {
  try {
    return [localStorage.getItem(storageKey) ?? []].flat();
  } catch {
    // Storage is blocked: the browser's languages decide.
    return [];
  }
}

/**
 * The language of a document for a first visit. The server picks it by what the browser sends, which may be less than what
 * it tells the page: what is painted by then stays.
 */
const servedLanguage = (): string[] =>
  "firstVisit" in document.documentElement.dataset ? [document.documentElement.lang] : [];
