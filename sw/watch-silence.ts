/** A connection without data for this long counts as cut; milliseconds. */
const silenceMs = 30_000;

/** Returns a signal that also aborts after a long silence: a connection can hang for ever without an error. */
export function watchSilence(signal: AbortSignal) {
  const silent = new AbortController();
  const give = () => silent.abort(new DOMException("Nothing came for a long time", "TimeoutError"));
  let timer = setTimeout(give, silenceMs);
  const end = () => clearTimeout(timer);
  const restart = () => {
    end();
    timer = setTimeout(give, silenceMs);
  };
  return { signal: AbortSignal.any([signal, silent.signal]), restart, end };
}
