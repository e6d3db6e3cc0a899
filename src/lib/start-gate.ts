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
  /** Of the first sound that something waited for: a start is held up once. */
  wait?: Promise<void>;
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
 * For what a start draws piece by piece: resolves at once; while a pressed song is on its way to its first sound, once that
 * is over, or after half a second.
 */
export async function startMayDraw(): Promise<void> {
  if (closed === undefined) return;
  const sounds = closed.wait ?? closed.sounds();
  if (sounds === undefined) return;
  closed.wait ??= Promise.race([sounds, closed.opened, sleep(drawMs)]);
  await closed.wait;
}

/** Whether a start has closed it. */
export const isStarting = (): boolean => closed !== undefined;
