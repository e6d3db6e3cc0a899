/** Private members of Howler 2.2.4; the version is pinned. */
import { Howler } from "howler/dist/howler.core.min.js";

interface HowlerInside {
  /** The pool from which `new Howl` takes its media element. */
  _html5AudioPool: HTMLAudioElement[];
  /** The event at which a sound counts as loaded. */
  _canPlayEvent: string;
}

// The reason for the assertion: these members exist, but are missing in the types.
export const inside = Howler as unknown as HowlerInside;
