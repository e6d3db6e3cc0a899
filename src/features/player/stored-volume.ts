/** The volume, stored per device and not per account. */
import { defaultVolume } from "../../../contract/rules/limits.ts";

const storageKey = "offbeat.volume";

/** Returns the default for anything but a number from 0 to 1. */
export function readVolume(storage: Pick<Storage, "getItem">): number {
  const text = storage.getItem(storageKey);
  const volume = text === null || text.trim() === "" ? Number.NaN : Number(text);
  return volume >= 0 && volume <= 1 ? volume : defaultVolume;
}

export function writeVolume(storage: Pick<Storage, "setItem">, volume: number): void {
  try {
    storage.setItem(storageKey, String(volume));
  } catch (error) {
    // A full or blocked storage loses the volume for the next start only.
    console.warn("The volume could not be kept", error);
  }
}
