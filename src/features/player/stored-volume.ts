/** The volume, stored per device and not per account. */
import { defaultVolume } from "../../../contract/rules/limits.ts";

const storageKey = "offbeat.volume";
/** What unmuting restores. */
const mutedKey = "offbeat.muted-volume";

/** Returns the default for anything but a number from 0 to 1. */
export const readVolume = (storage: Pick<Storage, "getItem">): number => read(storage, storageKey);

export const writeVolume = (storage: Pick<Storage, "setItem">, volume: number): void =>
  write(storage, storageKey, volume);

interface Output {
  state(): { readonly volume: number };
  setVolume(volume: number): void;
}

interface Mute {
  /** Mutes, or restores the volume before, also after a reload. */
  toggle(output: Output): void;
  /** Before the slider is moved, maybe to 0: this volume is what unmuting restores then. */
  note(output: Output): void;
}

export function createMute(storage: Pick<Storage, "getItem" | "setItem">): Mute {
  let before = readVolume(storage) || read(storage, mutedKey) || defaultVolume;
  function note(output: Output): void {
    const { volume } = output.state();
    if (volume === 0) return;
    before = volume;
    write(storage, mutedKey, volume);
  }
  return {
    note,
    toggle(output) {
      note(output);
      output.setVolume(output.state().volume > 0 ? 0 : before);
    },
  };
}

function read(storage: Pick<Storage, "getItem">, key: string): number {
  const text = storage.getItem(key);
  const volume = text === null || text.trim() === "" ? Number.NaN : Number(text);
  return volume >= 0 && volume <= 1 ? volume : defaultVolume;
}

function write(storage: Pick<Storage, "setItem">, key: string, volume: number): void {
  try {
    storage.setItem(key, String(volume));
  } catch (error) {
    // A full or blocked storage loses the volume for the next start only.
    console.warn("The volume could not be kept", error);
  }
}
