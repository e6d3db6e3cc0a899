/** Opens the full app for a visitor on demand. */
import type { ReactNode } from "react";
import { isMailedLink } from "../../contract/mailed-link.ts";
import { lazyImport } from "../app/lazy-import.ts";
import { readRegistration } from "../features/auth/stored-registration.ts";
import { readSignOuts } from "../features/auth/stored-sign-outs.ts";
import type { Visitor } from "../features/auth/visitor-context.ts";
import { takeWanted } from "../features/auth/wanted-screen.ts";
import { sessionStorageKey, userStorage } from "../features/auth/session-key.ts";
import type { WholeApp } from "./open-app.tsx";
import type { PageParts } from "./page-parts.ts";
import { preloadMember } from "./preload-scripts.ts";
import { setBadge } from "../lib/app-badge.ts";
import { leave } from "../pwa/leave-page.ts";

/** @param render replaces the first screen with the app */
export function openWhenNeeded(
  parts: PageParts,
  render: (content: ReactNode) => void,
): Visitor & { open(): Promise<WholeApp>; start(): void } {
  const alone = new AbortController();
  let opening: Promise<WholeApp> | undefined;
  let opened: WholeApp | undefined;

  const open = () => {
    preloadMember();
    opening ??= lazyImport(() => import("./open-app.tsx")).then(
      ({ openApp }) => {
        alone.abort();
        opened = openApp(parts, render);
        opened.start();
        return opened;
      },
      (error: unknown) => {
        opening = undefined;
        throw error;
      },
    );
    return opening;
  };
  return {
    ...parts,
    open,
    go(target) {
      const load = () => leave(() => location.assign(target.to));
      if (opened !== undefined) void opened.go(target);
      // An entry of its own carries the email.
      else if ("email" in target) open().then((app) => app.go(target), load);
      // Before the app has loaded, a full navigation is faster: the document is prerendered.
      else load();
    },
    start() {
      // A sign-in that ended with the browser cannot take its number along. A mailed link is for members, too.
      if (!isMailedLink(location.pathname)) setBadge(0);
      // Resumes an interrupted registration, or sign-out.
      if (readRegistration(localStorage, Date.now()) !== undefined || readSignOuts().length > 0) open().catch(() => {});
      const { signal } = alone;
      addEventListener("storage", ({ key, newValue }) => key === sessionStorageKey && leaveIfSignedIn(newValue), {
        signal,
      });
      // A page in the back/forward cache hears of nothing.
      const lookAgain = () => leaveIfSignedIn(userStorage().getItem(sessionStorageKey));
      addEventListener("pageshow", ({ persisted }) => persisted && lookAgain(), { signal });
    },
  };
}

/** Another tab signed in: reload this one into the same account. A mailed link stays: it is for everybody. */
function leaveIfSignedIn(user: string | null): void {
  if (user && !isMailedLink(location.pathname)) location.assign(takeWanted() ?? "/");
}
