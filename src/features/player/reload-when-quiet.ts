/** Reloads without interrupting a song (specification 17.41, 17.43). */
import type { AudioEngine } from "../../audio/audio-engine.ts";

/** Reloads at once, or when playback stops. Returns a cancel function. */
export function reloadWhenQuiet(audio: Pick<AudioEngine, "state" | "subscribe"> | undefined): (() => void) | undefined {
  const isQuiet = () => {
    const status = audio?.state().status;
    return status !== "playing" && status !== "loading";
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reloadIfQuiet = () => {
    if (isQuiet()) location.reload();
  };
  reloadIfQuiet();
  const unsubscribe = audio?.subscribe(() => {
    clearTimeout(timer);
    // In a later task: between two songs the player may be quiet for a moment.
    timer = isQuiet() ? setTimeout(reloadIfQuiet) : undefined;
  });
  return (
    unsubscribe &&
    (() => {
      clearTimeout(timer);
      unsubscribe();
    })
  );
}
