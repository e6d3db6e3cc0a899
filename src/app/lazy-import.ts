/** Parts of the page that are loaded late (specification 3.2.2). */
import { chunkLoadTimeoutMs } from "../../contract/rules/limits.ts";
import { withTimeout } from "../lib/with-timeout.ts";

/** A script did not arrive: the network broke, or an update took it away. A reload brings the present one. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super("A script could not be loaded", { cause });
    this.name = "ChunkLoadError";
  }
}

/**
 * Runs a dynamic import with a time limit. Throws ChunkLoadError, which the router leaves alone: on the browser's own
 * error it would reload the page unasked, in the middle of a song.
 */
export async function lazyImport<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(chunkLoadTimeoutMs, load());
  } catch (error) {
    throw new ChunkLoadError(error);
  }
}
