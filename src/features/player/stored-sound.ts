/** How songs sound, stored per device and not per account, as the volume is. */
import * as v from "valibot";
import { defaultSound, type SoundSettings } from "../../audio/player-state.ts";

const storageKey = "offbeat.sound";

const Stored = v.object({
  crossfade: v.fallback(v.pipe(v.number(), v.minValue(0), v.maxValue(12)), defaultSound.crossfade),
  evenLoudness: v.fallback(v.boolean(), defaultSound.evenLoudness),
});

/** Returns the default for each value that is not readable. */
export function readSound(storage: Pick<Storage, "getItem">): SoundSettings {
  try {
    return v.parse(Stored, JSON.parse(storage.getItem(storageKey) ?? "{}"));
  } catch {
    return defaultSound;
  }
}

export function writeSound(storage: Pick<Storage, "setItem">, settings: SoundSettings): void {
  try {
    storage.setItem(storageKey, JSON.stringify(settings));
  } catch (error) {
    // A full or blocked storage loses the settings for the next start only.
    console.warn("How songs sound could not be kept", error);
  }
}
