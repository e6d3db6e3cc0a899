import { withTimeout } from "../src/lib/with-timeout.ts";
import { abortWhenLate } from "./abort-when-late.ts";
import { isAppFile } from "./is-app-file.ts";

/** A busy disk reads one file within this; milliseconds. */
const readMs = 10_000;
/** Longest wait for one answer of the server with its body; milliseconds. */
const answerMs = 30_000;

/** One file of the app: its URL, and the key it is cached under. */
interface StoredAppFile {
  url: string;
  key: string;
}

/**
 * Fetches files of the app that are gone, have lost their bytes, or are a stranger's page (specification 17.61). Firefox
 * serves a file that is missing on the disk as an empty response, so the page would stay blank until the user deletes the
 * site's data.
 * Gives up at a cache or a network that hangs: the next worker looks again.
 * @param isCurrent whether the server still has this version; asked only if a file is lost
 */
export async function healFiles(
  { cache, files }: { cache: Cache; files: readonly StoredAppFile[] },
  isCurrent: () => Promise<boolean>,
): Promise<void> {
  const lost: StoredAppFile[] = [];
  // One after the other: the page may be loading songs and covers from the same disk.
  for (const file of files) if (await withTimeout(readMs, isLost(cache, file.key))) lost.push(file);
  if (lost.length === 0 || !(await withTimeout(answerMs, isCurrent()))) return;
  for (const file of lost) await abortWhenLate(answerMs, (late) => fetchAgain(cache, file, late));
}

async function fetchAgain(cache: Cache, { url, key }: StoredAppFile, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { cache: "reload", signal });
  if (!response.ok || !(await isAppFile(url, response.clone()))) return;
  // Browsers refuse a redirected response to a navigation.
  const { body, headers, redirected } = response;
  await cache.put(key, redirected ? new Response(body, { headers }) : response);
}

async function isLost(cache: Cache, key: string): Promise<boolean> {
  const response = await cache.match(key);
  return response === undefined || !(await isAppFile(key, response));
}
