/** Dynamic imports with a time limit and an error of our own. */
import { chunkLoadTimeoutMs } from "../../contract/rules/limits.ts";
import { withTimeout } from "../lib/with-timeout.ts";

/** A script did not load: the network failed, or an update removed it. A reload gets the current one. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super("A script could not be loaded", { cause });
    this.name = "ChunkLoadError";
  }
}

/**
 * Runs a dynamic import with a time limit. Throws ChunkLoadError, because the router answers the browser's own error
 * with a reload, which would interrupt a song.
 */
export async function lazyImport<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(chunkLoadTimeoutMs, load());
  } catch (error) {
    throw new ChunkLoadError(error);
  }
}
