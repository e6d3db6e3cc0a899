/**
 * Holds up what may wait while a page starts: until its first screen is drawn, and a song that was pressed meanwhile has
 * begun to sound. Open unless a start has closed it.
 */
let opened: Promise<void> = Promise.resolve();
let isClosed = false;

/** Closes the gate. Returns what opens it again. */
export function closeStartGate(): () => void {
  let open = () => {};
  isClosed = true;
  opened = new Promise((resolve) => {
    open = () => {
      isClosed = false;
      resolve();
    };
  });
  return open;
}

export const startGateOpen = (): Promise<void> => opened;

export const isStarting = (): boolean => isClosed;
