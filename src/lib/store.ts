/** A value with listeners, in the shape that `useSyncExternalStore` takes. */

export interface ReadableStore<Value> {
  get(): Value;
  /** Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

export interface Store<Value> extends ReadableStore<Value> {
  /** Notifies listeners only if the value changed. */
  set(value: Value): void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      // A copy: a listener may subscribe or unsubscribe.
      const heard = Array.from(listeners);
      for (const listener of heard) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
