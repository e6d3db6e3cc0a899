/** Private members of Howler 2.2.4; the version is pinned. */
import { Howler, type Howl } from "howler/dist/howler.core.min.js";

interface HowlerInside {
  /** The pool from which `new Howl` takes its media element. */
  _html5AudioPool: HTMLAudioElement[];
}

interface HowlInside {
  /** Howler queues commands until it is "loaded", by the element's `canplaythrough`. "unloaded" without any audio. */
  _state: "unloaded" | "loading" | "loaded";
  /** True until the browser settles `play()`; Howler queues commands meanwhile. */
  _playLock: boolean;
}

// The reason for the assertions: these members exist, but are missing in the types.
export const inside = Howler as unknown as HowlerInside;
export const insideOf = (howl: Howl) => howl as unknown as HowlInside;
