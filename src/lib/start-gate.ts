/**
 * Holds up what may wait while a page starts: until its first screen is drawn, and a song that was pressed meanwhile has
 * begun to sound. Open unless a start has closed it.
 */
let closed: Promise<void> | undefined;

/** Closes the gate. Returns what opens it again. */
export function closeStartGate(): () => void {
  let resolve = () => {};
  closed = new Promise((done) => (resolve = done));
  return () => {
    closed = undefined;
    resolve();
  };
}

/** Resolves once the gate is open. */
export const startGateOpen = (): Promise<void> => closed ?? Promise.resolve();

/** Whether a start has closed it. */
export const isStarting = (): boolean => closed !== undefined;
