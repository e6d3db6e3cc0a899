/** Settles as the work does; once the signal aborts, it rejects with its reason, whatever becomes of the work. */
export const orAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp);
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
