/** Which of several presses is the last: what is fetched for an earlier one is no longer to play. */
import type { AudioEngine } from "../../audio/audio-engine.ts";

interface Choices {
  /** Something was chosen to play, or not to, beside the engine's commands. */
  count(): void;
  /** What `act` commands counted when it was pressed. */
  uncounted(engine: AudioEngine, act: () => void): void;
  /** Counts a press, and returns a function that tells whether it still is the last, and its owner signed in. */
  begin(): () => boolean;
}

export function createChoices(owner: () => string | undefined, engine: () => AudioEngine | undefined): Choices {
  let counted = 0;
  const made = () => counted + (engine()?.commands ?? 0);
  const count = () => void (counted += 1);
  return {
    count,
    uncounted(engine, act) {
      const { commands } = engine;
      act();
      counted -= engine.commands - commands;
    },
    begin() {
      count();
      const [last, of] = [made(), owner()];
      return () => last === made() && of === owner();
    },
  };
}
