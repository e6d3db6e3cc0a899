/**
 * The only script that the first painting waits for, a file of its own in the head: it tells the styles whose screen and
 * which theme to show, which only the device knows, holds back what is submitted before the page's script is there, and notes what is pressed
 * before its screen is.
 */
import { sessionStorageKey } from "../features/auth/session-key.ts";
import { noteEarlyPresses } from "../app/early-press-note.ts";
import { preloadMember } from "./preload-member.ts";
import { readTheme } from "../app/stored-theme.ts";

const { dataset } = document.documentElement;
try {
  const theme = readTheme();
  if (theme !== "system") dataset["theme"] = theme;
  if (localStorage.getItem(sessionStorageKey)) {
    dataset["user"] = "";
    preloadMember();
  }
} catch {
  // A browser that keeps nothing: a visitor, in the system's theme.
}
noteEarlyPresses();
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
  event.preventDefault();
  event.target.dataset["early"] = "";
});
