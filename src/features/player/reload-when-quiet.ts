/** Reloads without interrupting a song (specification 17.41, 17.43), or, where asked to, whoever fills in a form. */
import type { AudioEngine } from "../../audio/audio-engine.ts";

/** Delay before looking again whether somebody types; milliseconds. */
const againMs = 1_000;

/**
 * Reloads at once, or when playback stops. Returns a cancel function.
 * @param loadedAudio the player, once there is one
 * @param isTyping whether a reload would take something that is being filled in
 */
export function reloadWhenQuiet(
  loadedAudio: () => Pick<AudioEngine, "state" | "subscribe"> | undefined,
  isTyping: () => boolean = () => false,
): () => void {
  const audio = loadedAudio();
  const isQuiet = () => {
    const status = loadedAudio()?.state().status;
    return status !== "playing" && status !== "loading";
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reloadIfQuiet = () => {
    if (isQuiet() && !isTyping()) return location.reload();
    // A song says when it ends, but for one of a player that came later.
    if (isQuiet() || audio === undefined) timer = setTimeout(reloadIfQuiet, againMs);
  };
  reloadIfQuiet();
  const unsubscribe = audio?.subscribe(() => {
    clearTimeout(timer);
    // In a later task: between two songs the player may be quiet for a moment.
    timer = isQuiet() ? setTimeout(reloadIfQuiet) : undefined;
  });
  return () => {
    clearTimeout(timer);
    unsubscribe?.();
  };
}
