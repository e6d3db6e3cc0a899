/** The language of the interface, picked from what a device or a browser wants. */

/** The catalogue that is always there. */
export const defaultLanguage = "en";

/** @param available codes such as "de" */
export function pickLanguage<L extends string>(
  available: readonly L[],
  wanted: readonly string[],
): L | typeof defaultLanguage {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split("-")[0];
    const found = available.find((each) => each === code);
    if (found !== undefined) return found;
  }
  return defaultLanguage;
}
