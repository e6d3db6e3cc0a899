/** Log lines, written together: a write for each took a twentieth of the time of a list of songs. */
import type { LogStream } from "./logging.ts";

const waitMs = 100;
const charactersAtMost = 64_000;

/** Writes a line within a tenth of a second, and at the end of the process what is left. */
export function gatherLines(write: (text: string) => void): LogStream {
  let lines = "";
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (lines === "") return;
    const text = lines;
    lines = "";
    write(text);
  }

  process.once("exit", flush);
  return {
    write(line) {
      lines += line;
      if (lines.length >= charactersAtMost) flush();
      else timer ??= setTimeout(flush, waitMs).unref();
    },
  };
}
