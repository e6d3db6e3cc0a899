/** One file of the app: its URL, and the key it is cached under. */
interface StoredAppFile {
  url: string;
  key: string;
}

/**
 * Fetches files of the app that are gone or have lost their bytes (specification 17.61). Firefox serves a file that is
 * missing on the disk as an empty response, so the page would stay blank until the user deletes the site's data.
 * @param isCurrent whether the server still has this version; asked only if a file is lost
 */
export async function healFiles(
  { cache, files }: { cache: Cache; files: readonly StoredAppFile[] },
  isCurrent: () => Promise<boolean>,
): Promise<void> {
  const lost: StoredAppFile[] = [];
  // One after the other: the page may be loading songs and covers from the same disk.
  for (const file of files) if (await isLost(cache, file.key)) lost.push(file);
  if (lost.length === 0 || !(await isCurrent())) return;
  for (const { url, key } of lost) {
    const response = await fetch(url, { cache: "reload" });
    if (response.ok) await cache.put(key, response);
  }
}

async function isLost(cache: Cache, key: string): Promise<boolean> {
  const response = await cache.match(key);
  return response === undefined || (await response.blob()).size === 0;
}
