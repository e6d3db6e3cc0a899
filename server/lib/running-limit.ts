/** Limits how many of one key run at once. */
interface RunningLimit {
  /** Returns false where so many run already; else call `giveBack` at the end. */
  take(key: string): boolean;
  giveBack(key: string): void;
}

export function createRunningLimit(max: number): RunningLimit {
  const running = new Map<string, number>();
  return {
    take(key) {
      const count = running.get(key) ?? 0;
      if (count >= max) return false;
      running.set(key, count + 1);
      return true;
    },
    giveBack(key) {
      const count = (running.get(key) ?? 0) - 1;
      if (count > 0) running.set(key, count);
      else running.delete(key);
    },
  };
}
