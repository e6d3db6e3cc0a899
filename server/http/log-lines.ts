/** Buffers log lines: one write per line took 5% of the time of a song list. */
import type { LogStream } from "./logging.ts";

const flushMs = 100;
const maxCharacters = 64_000;

/** Writes lines within 100 ms, and the rest when the process exits. */
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
      if (lines.length >= maxCharacters) flush();
      else timer ??= setTimeout(flush, flushMs).unref();
    },
  };
}
