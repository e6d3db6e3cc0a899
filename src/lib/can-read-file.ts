import { sleep } from "./sleep.ts";
import { withTimeout } from "./with-timeout.ts";

/** A file of a cloud may have to come first; milliseconds. */
const readMs = 5_000;

/** The last reads of a page that is being left fail in WebKit, whatever the file: it is gone before it looks again. */
const againMs = 1_000;

/**
 * Whether a file that the user has chosen can still be read: not once it was moved, deleted or made shorter, and in
 * Chromium not once it was changed at all. True where no answer comes in time.
 */
export async function canReadFile(file: Blob): Promise<boolean> {
  if (await readEnds(file)) return true;
  await sleep(againMs);
  return readEnds(file);
}

async function readEnds(file: Blob): Promise<boolean> {
  const ends = [file.slice(0, 1), file.slice(-1)].map((end) => end.arrayBuffer());
  try {
    const [first, last] = await withTimeout(readMs, Promise.all(ends));
    return file.size === 0 || (first?.byteLength === 1 && last?.byteLength === 1);
  } catch (error) {
    return error instanceof DOMException && error.name === "TimeoutError";
  }
}
