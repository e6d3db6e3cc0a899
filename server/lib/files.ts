/** What several parts of the server do with files. */
import { open, unlink } from "node:fs/promises";
import { ignoreMissing } from "./error-code.ts";

/** Removes a file, if it is there. */
export const removeFile = (path: string): Promise<void> => unlink(path).catch(ignoreMissing);

/** Only then do the names in a folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}
