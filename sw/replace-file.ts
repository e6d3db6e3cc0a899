/** Drops a damaged song from the device and downloads it again. */
import { downloadForAWhile } from "./download-runner.ts";
import { verifyFile } from "./verify-file.ts";

/** @param path the cache key of the song's audio */
export const replaceFile = (uid: string, path: string): Promise<void> =>
  verifyFile(uid, path).then(
    () => downloadForAWhile(uid),
    (error: unknown) => console.warn("A damaged song could not be dropped", error),
  );
