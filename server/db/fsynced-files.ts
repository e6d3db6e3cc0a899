/**
 * PGlite's file system with a working fsync: the original ignores every `fsync`, so a power cut could lose commits
 * (specification 18.6). This patches internals of the pinned version, so `openInDirectory` tests it at every start.
 */
import { fsyncSync, writeSync } from "node:fs";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** Internals of Emscripten's NODEFS, which its types omit. */
interface NodeFsInternals {
  stream_ops: { fsync?: (stream: { path: string; nfd: number }) => number };
}

export class SyncedFiles extends NodeFS {
  private readonly onSync: (path: string) => void;

  /** @param onSync called with PostgreSQL's path of every synced file */
  constructor(directory: string, onSync: (path: string) => void) {
    super(directory);
    this.onSync = onSync;
  }

  override async init(...args: Parameters<NodeFS["init"]>) {
    const { emscriptenOpts } = await super.init(...args);
    const addSync = (module: { NODEFS: object }) => {
      // Typed as an opaque file system.
      const { stream_ops } = module.NODEFS as NodeFsInternals;
      stream_ops.fsync = ({ path, nfd }) => {
        syncOrExit(nfd);
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
 * After a failed fsync the disk may have dropped the data, so the server must stop. PGlite would catch an exception and
 * then wait for ever; exiting ends the thread, and the server with it.
 */
function syncOrExit(file: number): void {
  try {
    fsyncSync(file);
  } catch (error) {
    writeSync(2, `The disk does not keep the database: ${String(error)}\n`);
    process.exit(1);
  }
}
