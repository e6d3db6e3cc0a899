/**
 * Holds up what may wait while a page starts: until its first screen is drawn, and a song that was pressed meanwhile has
 * begun to sound. Open unless a start has closed it.
 */
interface Gate {
  readonly opened: Promise<void>;
  readonly sounds: () => Promise<void>;
}

let closed: Gate | undefined;

/**
 * Closes the gate. Returns what opens it again.
 * @param sounds resolves at once; while a pressed song is on its way to its first sound, once that is over
 */
export function closeStartGate(sounds: () => Promise<void> = () => Promise.resolve()): () => void {
  let resolve = () => {};
  const opened = new Promise<void>((done) => (resolve = done));
  closed = { opened, sounds };
  return () => {
    closed = undefined;
    resolve();
  };
}

/** Resolves once the gate is open. */
export const startGateOpen = (): Promise<void> => closed?.opened ?? Promise.resolve();

/** For what a start draws piece by piece: resolves at once, unless a pressed song is on its way to its first sound. */
export const startMayDraw = (): Promise<void> => closed?.sounds() ?? Promise.resolve();

/** Whether a start has closed it. */
export const isStarting = (): boolean => closed !== undefined;
