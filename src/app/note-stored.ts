import { storedCookie, storedValue, valueOf } from "../../contract/first-visit.ts";
import { storedLanguage } from "../texts/pick-language.ts";
import { readTheme } from "./stored-theme.ts";

/** The sign-in that a device has stored: until a sign-out, until the browser or a page ends, or none. */
export type StoredSignIn = "lasting" | "passing" | "none";

/** Tells the server what this device stores of what decides about the first paint (specification 3.2.15). */
export function noteStored(signIn: StoredSignIn): void {
  const theme = readTheme();
  const [language] = storedLanguage();
  const isChosen = theme !== "system" || language !== undefined;
  const value = valueOf({
    isSignedIn: signIn !== "none",
    theme: theme === "system" ? undefined : theme,
    language,
  });
  const before = storedValue(document.cookie);
  // What is there may last longer, and who only looks at the login gets none.
  const lasts = signIn === "lasting" || isChosen;
  if (!lasts && value === before) return;
  document.cookie = storedCookie(value, lasts, location.protocol === "https:");
}

/** The same after a theme or a language was chosen: a sign-in is known by then. */
export const noteChoice = (): void =>
  noteStored(storedValue(document.cookie) === valueOf({ isSignedIn: true }) ? "passing" : "none");
