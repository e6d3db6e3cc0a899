/** SHA-256 of a file, computed in a worker: 200 MB take seconds, in which the page stays alive. */
import * as v from "valibot";

/** The longest wait for a file, or for a worker whose script does not come; milliseconds. */
const longestMs = 60_000;

/** Resolves with undefined where no worker runs, the file cannot be read, or it takes too long. Never rejects. */
export function hashFile(file: File): Promise<string | undefined> {
  return new Promise<string | undefined>((resolve) => {
    const worker = new Worker(new URL("./hash-worker.ts", import.meta.url), { type: "module" });
    const timer = setTimeout(() => end(undefined), longestMs);
    const end = (hash: string | undefined) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(hash);
    };
    worker.addEventListener("message", ({ data }: MessageEvent<unknown>) =>
      end(v.is(v.string(), data) ? data : undefined),
    );
    worker.addEventListener("error", () => end(undefined));
    worker.postMessage(file);
  }).catch((error: unknown) => {
    console.info("A file could not be hashed", error);
    return undefined;
  });
}
