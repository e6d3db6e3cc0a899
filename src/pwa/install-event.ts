/** Chromium's offer to install the app. It may come before the app is loaded, and comes once per page. */

interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

declare global {
  interface Window {
    /** The browser's offer, until it is used. */
    installEvent?: InstallEvent | undefined;
  }
  interface WindowEventMap {
    beforeinstallprompt: InstallEvent;
  }
}

/**
 * Keeps the offer for a sensible moment: the browser's own banner does not appear. An installation by the browser's menu
 * ends it.
 */
export function noteInstallEvent(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    window.installEvent = event;
  });
  window.addEventListener("appinstalled", () => {
    window.installEvent = undefined;
  });
}
