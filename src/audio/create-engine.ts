/**
 * Creates the audio engine of the page. Import lazily, but before the first tap: a tap that waits for the import may lose
 * the user gesture that Safari requires.
 */
import { AudioEngine } from "./audio-engine.ts";
import { browserClock } from "./browser-clock.ts";
import type { EngineContext } from "./engine-context.ts";
import { createHowls } from "./howl.ts";
import { attachMediaSession } from "./media-session.ts";

/** Call once per page: volume, muting and the system's media controls are shared. */
export function createEngine(deps: EngineContext): AudioEngine {
  const engine = new AudioEngine(deps, { ...createHowls(), clock: browserClock, random: Math.random });
  attachMediaSession(engine, deps);
  return engine;
}
