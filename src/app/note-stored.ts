import { hasStored, storedCookie } from "../../contract/first-visit.ts";

/**
 * Tells the server that this device stores what decides about the first paint: a theme, a language or a sign-in.
 * @param lasts false for a sign-in that ends with the browser
 */
export function noteStored(lasts: boolean): void {
  // What is there may last longer.
  if (!lasts && hasStored(document.cookie)) return;
  document.cookie = storedCookie(lasts, location.protocol === "https:");
}
