/** Reloads without interrupting a song (specification 17.41, 17.43). */
import type { AudioEngine } from "../../audio/audio-engine.ts";

/** Reloads at once, or when playback stops. Returns a cancel function. */
export function reloadWhenQuiet(audio: AudioEngine | undefined): (() => void) | undefined {
  const reloadIfQuiet = () => {
    const status = audio?.state().status;
    if (status !== "playing" && status !== "loading") location.reload();
  };
  reloadIfQuiet();
  return audio?.subscribe(reloadIfQuiet);
}
