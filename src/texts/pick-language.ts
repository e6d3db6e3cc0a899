/** The language of the interface: chosen on this device, else the browser's first one that there is a catalogue for. */

/** The catalogue that is always there. */
export const defaultLanguage = "en";

const storageKey = "offbeat.language";

/** @param available codes such as "de" */
export function pickLanguage(available: readonly string[], wanted: readonly string[]): string {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split("-")[0];
    if (code !== undefined && available.includes(code)) return code;
  }
  return defaultLanguage;
}

export function wantedLanguages(): string[] {
  return [...readLanguage(), ...navigator.languages];
}

export function storeLanguage(language: string): void {
  localStorage.setItem(storageKey, language);
}

function readLanguage(): string[] {
  try {
    return [localStorage.getItem(storageKey) ?? []].flat();
  } catch {
    // Storage is blocked: the browser's languages decide.
    return [];
  }
}
