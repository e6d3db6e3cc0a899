/** The language of the interface, picked from what a device or a browser wants. */

/** The catalogue that is always there. */
export const defaultLanguage = "en";

/** @param available codes such as "de" */
export function pickLanguage(available: readonly string[], wanted: readonly string[]): string {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split("-")[0];
    if (code !== undefined && available.includes(code)) return code;
  }
  return defaultLanguage;
}
