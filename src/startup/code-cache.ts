/**
 * Tells whether the browser keeps compiled code of this build's scripts. Chromium stores it beside a script of the
 * worker's cache that has run twice within 72 hours (v8.dev/blog/code-caching-for-devs). It does not use it for what is
 * preloaded as a module, which it parses while it comes (seen in 156); where it has none, that parsing is the better way,
 * because it happens beside the main thread.
 */
const storageKey = "offbeat.starts";
const startsNeeded = 2;
const keptMs = 72 * 3_600_000;

/** The starts of one build in one browser, the last of them at that time; milliseconds. */
interface Starts {
  readonly build: string;
  readonly count: number;
  readonly at: number;
}

/**
 * Notes a start, and answers whether those before it have left compiled code.
 * @param script one whose address changes with the build
 * @param now milliseconds
 */
export function noteStart(script: string, now: number): boolean {
  // Other browsers keep compiled code as they like, and would load such a preload a second time.
  if (!("SyncManager" in window) || !navigator.serviceWorker?.controller) return false;
  // A new browser compiles anew.
  const build = `${script} ${navigator.userAgent}`;
  try {
    const last = readStarts();
    const isSame = last?.build === build;
    if (isSame && last.count >= startsNeeded) return true;
    const count = isSame && now - last.at < keptMs ? last.count + 1 : 1;
    localStorage.setItem(storageKey, JSON.stringify({ build, count, at: now } satisfies Starts));
  } catch {
    // Storage is blocked or full.
  }
  return false;
}

function readStarts(): Starts | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? "null") as Starts | null;
  } catch {
    // Somebody else wrote it.
    return null;
  }
}
