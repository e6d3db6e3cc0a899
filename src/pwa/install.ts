/** How this browser installs the app, and whether its user has been asked (specification 17.60). */
import { tryStore } from "../lib/try-store.ts";

/** `prompt`: by a press; `ios`: by hand, from the share menu; undefined: not at all, or it is installed. */
type InstallWay = "prompt" | "ios" | undefined;

const storageKey = "offbeat.install";

export const wasAskedToInstall = (): boolean => localStorage.getItem(storageKey) !== null;

/** Nobody is asked twice on a device. */
export const rememberInstallAnswer = (): void => tryStore(storageKey, "asked");

export function installWay(): InstallWay {
  if (isInstalled()) return undefined;
  if (window.installEvent !== undefined) return "prompt";
  return isIos() ? "ios" : undefined;
}

/** Follows the browser's offer. Returns a function that ends that. */
export function onInstallWay(listener: () => void): () => void {
  window.addEventListener("beforeinstallprompt", listener);
  window.addEventListener("appinstalled", listener);
  return () => {
    window.removeEventListener("beforeinstallprompt", listener);
    window.removeEventListener("appinstalled", listener);
  };
}

/** Shows the browser's own question. Call it directly in the press. */
export async function promptInstall(): Promise<void> {
  const offer = window.installEvent;
  // It can be used once.
  window.installEvent = undefined;
  await offer?.prompt();
}

const isInstalled = (): boolean =>
  matchMedia("(display-mode: standalone)").matches || ("standalone" in navigator && navigator.standalone === true);

/** iPads call themselves Macs, which have no touch screen. */
const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);
