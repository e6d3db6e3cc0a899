/** Work on the same thing, one after the other. */
type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Returns a function that runs work as soon as all earlier work of the same key has ended, however it ended. */
export function createKeyedQueue(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const turn = Promise.resolve(before).then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
