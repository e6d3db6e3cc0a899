import { withTimeout } from "../src/lib/with-timeout.ts";

/** Rejects, and aborts what runs, when it takes longer than `ms`. */
export function abortWhenLate<T>(ms: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  return withTimeout(ms, run(late.signal), () => {
    const error = new DOMException("It took too long", "TimeoutError");
    late.abort(error);
    return error;
  });
}
