/** A visitor's screen before the app is there: what opens it, and what must not wait for that. */
import type { ReactNode } from "react";
import { lazyImport } from "../app/lazy-import.ts";
import { readRegistration } from "../features/auth/stored-registration.ts";
import type { Visitor, VisitorTarget } from "../features/auth/visitor-context.ts";
import { sessionStorageKey } from "../features/auth/session-key.ts";
import type { WholeApp } from "./open-app.tsx";
import type { PageParts } from "./page-parts.ts";
import { preloadMember } from "./preload-member.ts";
import { leave } from "../pwa/leave-page.ts";

/** @param render puts the app in the place of the first screen */
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
      // The browser is faster than a script that is still to come: the document has the screen in it.
      if (opened === undefined) leave(() => location.assign(addressOf(target)));
      else void opened.go(target);
    },
    start() {
      // A registration that was cut off is finished without being asked.
      if (readRegistration(localStorage, Date.now()) !== undefined) open().catch(() => {});
      addEventListener("storage", ({ key, newValue }) => leaveIfSignedIn(key, newValue), {
        signal: alone.signal,
      });
    },
  };
}

/** Another tab signed in: this one is of the same account from now on. */
function leaveIfSignedIn(key: string | null, value: string | null): void {
  if (key === sessionStorageKey && value) location.assign("/");
}

const addressOf = (target: VisitorTarget) =>
  "email" in target && target.email ? `${target.to}?${new URLSearchParams({ email: target.email })}` : target.to;
