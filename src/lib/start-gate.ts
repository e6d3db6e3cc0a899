/**
 * Holds up what may wait while a page starts: until its first screen is drawn, and a song that was pressed meanwhile has
 * begun to sound. Open unless a start has closed it.
 */
import { sleep } from "./sleep.ts";

/** What draws the rest of a screen waits for a sound at most this long; milliseconds. */
const drawMs = 500;

interface Gate {
  readonly opened: Promise<void>;
  readonly sounds: () => Promise<void> | undefined;
  /** For the first sound that something waited for: a start is held up once. */
  hold?: Promise<void>;
  wasHeld?: boolean;
}

let closed: Gate | undefined;

/**
 * Closes the gate. Returns what opens it again.
 * @param sounds while a pressed song is on its way to its first sound, resolves once that is over; else undefined
 */
export function closeStartGate(sounds: Gate["sounds"] = () => undefined): () => void {
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

/**
 * For what a start draws piece by piece, right before each piece: undefined where it may be drawn. While a pressed song is
 * on its way to its first sound, resolves once that is over, or after half a second.
 */
export function drawingHeld(): Promise<void> | undefined {
  const gate = closed;
  if (gate === undefined || gate.wasHeld === true) return undefined;
  if (gate.hold !== undefined) return gate.hold;
  const sounds = gate.sounds();
  if (sounds === undefined) return undefined;
  gate.hold = Promise.race([sounds, gate.opened, sleep(drawMs)]).then(() => void (gate.wasHeld = true));
  return gate.hold;
}

/** Ends the hold: what comes now must be seen at once, such as the end of a sign-in. */
export function endHold(): void {
  if (closed !== undefined) closed.wasHeld = true;
}

/** Whether a start has closed it. */
export const isStarting = (): boolean => closed !== undefined;
