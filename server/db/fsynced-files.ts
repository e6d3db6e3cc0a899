/**
 * PGlite's files on the disk, with the call that makes a commit survive a power cut: its own file system has none, and
 * every `fsync` of the engine ends there unheard (specification 18.6). It reaches into the pinned version, so
 * `openInDirectory` tests at every start whether it works.
 */
import { fsyncSync, writeSync } from "node:fs";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** The inside of Emscripten's NODEFS, which its types do not tell. */
interface Inside {
  stream_ops: { fsync?: (stream: { path: string; nfd: number }) => number };
}

export class SyncedFiles extends NodeFS {
  private readonly onSync: (path: string) => void;

  /** @param onSync hears of every file that was synced, by the engine's path of it */
  constructor(directory: string, onSync: (path: string) => void) {
    super(directory);
    this.onSync = onSync;
  }

  override async init(...args: Parameters<NodeFS["init"]>) {
    const { emscriptenOpts } = await super.init(...args);
    const addSync = (module: { NODEFS: object }) => {
      // Typed as an opaque file system.
      const { stream_ops } = module.NODEFS as Inside;
      stream_ops.fsync = ({ path, nfd }) => {
        syncOrEnd(nfd);
        this.onSync(path);
        return 0;
      };
    };
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addSync] },
    };
  }
}

/**
 * What the disk has refused once it may have dropped, so nothing may be answered any more. An exception would be caught
 * by the engine, which then waits for ever: the thread ends here, and the server with it.
 */
function syncOrEnd(file: number): void {
  try {
    fsyncSync(file);
  } catch (error) {
    writeSync(2, `The disk does not keep the database: ${String(error)}\n`);
    process.exit(1);
  }
}
