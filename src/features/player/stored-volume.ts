/** The volume outlives the page (specification 6.10, 6.17); it belongs to the device, not to an account. */
import { defaultVolume } from "../../../contract/rules/limits.ts";

const storageKey = "offbeat.volume";

/** Anything but a number from 0 to 1 counts as never stored. */
export function readVolume(storage: Pick<Storage, "getItem">): number {
  const text = storage.getItem(storageKey);
  const volume = text === null || text.trim() === "" ? Number.NaN : Number(text);
  return volume >= 0 && volume <= 1 ? volume : defaultVolume;
}

export function writeVolume(storage: Pick<Storage, "setItem">, volume: number): void {
  try {
    storage.setItem(storageKey, String(volume));
  } catch (error) {
    // A full or forbidden storage costs the next start's volume, not this sound.
    console.warn("The volume could not be kept", error);
  }
}
