/** Tells listeners of the same owner what happened, without a state to read. */
interface Signal<T> {
  report(owner: object, what: T): void;
  /** Returns the function that ends the subscription. */
  on(owner: object, listener: (what: T) => void): () => void;
}

export function createSignal<T>(): Signal<T> {
  const listeners = new WeakMap<object, Set<(what: T) => void>>();
  return {
    report(owner, what) {
      for (const listener of listeners.get(owner) ?? []) listener(what);
    },
    on(owner, listener) {
      const present = listeners.get(owner) ?? new Set();
      listeners.set(owner, present.add(listener));
      return () => void present.delete(listener);
    },
  };
}
