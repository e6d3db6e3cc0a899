/**
 * The only render-blocking script. Sets the language, the theme and the signed-in flag for the styles, defers form
 * submits until the app has loaded, and records early presses.
 */
import { isMailedLink } from "../../contract/mailed-link.ts";
import { dropEndedSignIn, sessionStorageKey, userStorage } from "../features/auth/session-key.ts";
import { guardDrops } from "../app/drop-guard.ts";
import { noteEarlyPresses } from "../app/early-press-note.ts";
import { noteInstallEvent } from "../pwa/install-event.ts";
import { preloadMember } from "./preload-member.ts";
import { showLanguage } from "./show-language.ts";
import { readTheme } from "../app/stored-theme.ts";

const { dataset } = document.documentElement;
try {
  const theme = readTheme();
  if (theme !== "system") dataset["theme"] = theme;
  dropEndedSignIn();
  // A mailed link shows the same screen to everybody.
  if (!isMailedLink(location.pathname) && userStorage().getItem(sessionStorageKey)) {
    dataset["user"] = "";
    preloadMember();
    // Asks for nothing: Chromium opens its storage while the scripts come. Others might wait for databases of other parts.
    if ("SyncManager" in window) indexedDB.databases().catch(() => {});
  }
} catch {
  // Storage is blocked: show the visitor's screen in the system theme.
}
if (dataset["user"] === undefined) document.querySelector("link[data-member-only]")?.remove();
showLanguage();
noteEarlyPresses();
guardDrops();
noteInstallEvent();
document.addEventListener("submit", (event) => {
  if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
  event.preventDefault();
  event.target.dataset["early"] = "";
});
