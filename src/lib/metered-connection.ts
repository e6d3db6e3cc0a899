/** Whether the connection costs the user money or data, as far as the browser tells (Chromium; not Firefox or WebKit). */

interface Connection extends EventTarget {
  /** The user asks for less traffic. */
  readonly saveData?: boolean;
  /** The kind of network; absent on desktops. */
  readonly type?: string;
}

/** In pages and workers; Node has no navigator in all its versions. */
const connection = (): Connection | undefined =>
  (globalThis.navigator as { connection?: Connection } | undefined)?.connection; // untyped: not in all browsers

/** Whether this browser tells. */
export const tellsMetered = (): boolean => connection() !== undefined;

export function isMetered(): boolean {
  const { saveData = false, type } = connection() ?? {};
  return saveData || type === "cellular";
}

/** Returns the function that ends it. */
export function watchMetered(onChange: () => void): () => void {
  const watched = connection();
  // Some browsers have the object without its event.
  watched?.addEventListener?.("change", onChange);
  return () => watched?.removeEventListener?.("change", onChange);
}
