/** Ends the music after some minutes: fades out, then pauses (specification 6.29). */
import type { Sleep } from "./player-state.ts";
import type { SoundParts } from "./sound-interface.ts";

const fadeMs = 5_000;
const fadeSteps = 50;

export class SleepTimer {
  readonly #parts: SoundParts;
  readonly #onEnd: () => void;
  #cancel: () => void = () => {};
  /** By the clock of the timers, which no change of the time moves; undefined while nothing runs down. */
  #endsAt: number | undefined;

  /** @param onEnd pauses; called once per timer, when nothing is heard any more */
  constructor(parts: SoundParts, onEnd: () => void) {
    this.#parts = parts;
    this.#onEnd = onEnd;
  }

  /** Minutes; undefined while nothing runs down. */
  get left(): number | undefined {
    return this.#endsAt === undefined ? undefined : Math.max(0, this.#endsAt - performance.now()) / 60_000;
  }

  /**
   * Starts again. The end of a song is the playback's matter.
   * @param left minutes, of a timer that was started elsewhere
   */
  set(sleep: Sleep | null, left?: number): void {
    this.#stop();
    if (typeof sleep !== "number") return;
    const ms = (left ?? sleep) * 60_000;
    this.#endsAt = performance.now() + ms;
    this.#cancel = this.#parts.clock.after(Math.max(0, ms - fadeMs), () => this.#fade(1));
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
    this.#endsAt = undefined;
    this.#parts.output.setFade(1);
  }
}
