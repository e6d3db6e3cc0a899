/** SHA-256 of a file, computed in a worker: 200 MB take seconds, in which the page stays alive. */
import * as v from "valibot";

/** Resolves with undefined where no worker runs or the file cannot be read. Never rejects. */
export function hashFile(file: File): Promise<string | undefined> {
  return new Promise<string | undefined>((resolve) => {
    const worker = new Worker(new URL("./hash-worker.ts", import.meta.url), { type: "module" });
    const end = (hash: string | undefined) => {
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
