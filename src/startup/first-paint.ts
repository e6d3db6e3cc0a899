/**
 * The first script; in all documents but those for first visits it blocks rendering. Sets the language, the theme and the
 * signed-in flag for the styles, defers form submits until the app has loaded, and records early presses.
 */
import { isMailedLink } from "../../contract/mailed-link.ts";
import { dropEndedSignIn, sessionStorageKey, storedSignIn, userStorage } from "../features/auth/session-key.ts";
import { guardDrops } from "../app/drop-guard.ts";
import { noteEarlyPresses } from "../app/early-press-note.ts";
import { noteStored } from "../app/note-stored.ts";
import { noteInstallEvent } from "../pwa/install-event.ts";
import { noteEarlySubmits } from "../ui/early-submit.ts";
import { preloadMember, preloadVisitor } from "./preload-scripts.ts";
import { showLanguage } from "./show-language.ts";
import { startAfterPaint } from "./start-after-paint.ts";
import { readTheme } from "../app/stored-theme.ts";

/** When the start is over: a cookie is written by another process, for which the page waits. */
const noteStoredMs = 5_000;

const { dataset } = document.documentElement;
try {
  const theme = readTheme();
  if (theme !== "system") dataset["theme"] = theme;
  // The server's word for it may be an old one.
  else delete dataset["theme"];
  dropEndedSignIn();
  const isSignedIn = Boolean(userStorage().getItem(sessionStorageKey));
  // A mailed link shows the same screen to everybody.
  if (isSignedIn && !isMailedLink(location.pathname)) {
    dataset["user"] = "";
    preloadMember();
    // Asks for nothing: Chromium opens its storage while the scripts come. Others might wait for databases of other parts.
    if ("SyncManager" in window) indexedDB.databases().catch(() => {});
  }
  // Once more at each start: browsers forget cookies earlier than what they tell of.
  setTimeout(() => noteStored(storedSignIn()), noteStoredMs);
} catch {
  // Storage is blocked: show the visitor's screen in the system theme.
}
showLanguage();
if (dataset["user"] === undefined) {
  document.querySelector("link[data-member-only]")?.remove();
  preloadVisitor();
}
startAfterPaint(dataset["user"] !== undefined);
noteEarlyPresses();
noteEarlySubmits();
guardDrops();
noteInstallEvent();
