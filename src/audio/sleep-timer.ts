/** Ends the music after some minutes: fades out, then pauses (specification 6.29). */
import type { Sleep } from "./player-state.ts";
import type { SoundParts } from "./sound-interface.ts";

const fadeMs = 5_000;
const fadeSteps = 50;

export class SleepTimer {
  readonly #parts: SoundParts;
  readonly #onEnd: () => void;
  #cancel: () => void = () => {};

  /** @param onEnd pauses; called once per timer, when nothing is heard any more */
  constructor(parts: SoundParts, onEnd: () => void) {
    this.#parts = parts;
    this.#onEnd = onEnd;
  }

  /** Starts again. The end of a song is the playback's matter. */
  set(sleep: Sleep | null): void {
    this.#stop();
    if (typeof sleep !== "number") return;
    this.#cancel = this.#parts.clock.after(sleep * 60_000 - fadeMs, () => this.#fade(1));
  }

  #fade(step: number): void {
    if (step > fadeSteps) {
      this.#onEnd();
      return this.#stop();
    }
    this.#parts.output.setFade(1 - step / fadeSteps);
    this.#cancel = this.#parts.clock.after(fadeMs / fadeSteps, () => this.#fade(step + 1));
  }

  #stop(): void {
    this.#cancel();
    this.#parts.output.setFade(1);
  }
}
