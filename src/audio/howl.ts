/** Implements sounds with Howler; only this module and `howl-sound.ts` use it. */
import { Howler } from "howler/dist/howler.core.min.js";
import { avoidFailedAddresses } from "./failed-addresses.ts";
import { HowlSound, type HowlOutput } from "./howl-sound.ts";
import { createMediaElements, type MediaElements } from "./media-elements.ts";
import type { OpenSound, SoundOutput } from "./sound-interface.ts";
import { probeVolume } from "./probe-volume.ts";

interface Howls {
  openSound: OpenSound;
  output: SoundOutput;
}

export function createHowls(
  elements: MediaElements = createMediaElements(),
  controlsVolume: () => boolean = probeVolume(),
): Howls {
  // Streaming needs no Web Audio: otherwise Howler opens an unused AudioContext and a pool of ten elements.
  Howler.usingWebAudio = false;

  const shared: HowlOutput = { elements, open: new Set(), settings: { volume: 1, fade: 1, speed: 1, isEven: false } };
  function set(change: Partial<HowlOutput["settings"]>): void {
    Object.assign(shared.settings, change);
    for (const sound of shared.open) sound.applyOutput();
  }
  const openSound: OpenSound = (url, position, on, loudness) => {
    const sound = new HowlSound(url, position, on, loudness, shared);
    shared.open.add(sound);
    return sound;
  };
  return {
    openSound: avoidFailedAddresses(openSound),
    output: {
      setVolume: (volume) => set({ volume }),
      setMuted: (muted) => void Howler.mute(muted),
      setSpeed: (speed) => set({ speed }),
      setFade: (fade) => set({ fade }),
      setEvenLoudness: (isEven) => set({ isEven }),
      controlsVolume,
    },
  };
}
