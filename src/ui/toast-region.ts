import { createContext, type RefCallback } from "react";

/**
 * The element that toasts render in. A modal dialog makes everything outside it inert, so the frame and each dialog
 * offer an element, as `<div ref={useContext(ToastRegion)}>`, and the newest one is used.
 */
export const ToastRegion = createContext<RefCallback<HTMLElement>>(() => {});

/** In the shape that `useSyncExternalStore` takes. */
export interface ToastRegions {
  /** The element to use now; undefined: none is offered. */
  get(): HTMLElement | undefined;
  /** Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void;
  /** The context's value. */
  offer: RefCallback<HTMLElement>;
}

/**
 * For the owner of the toasts. No state of a component: the frame offers its element as it is mounted, and React would
 * render again, and run all effects, before it lets the browser paint.
 */
export function createToastRegions(): ToastRegions {
  let places: readonly HTMLElement[] = [];
  const listeners = new Set<() => void>();
  const change = (next: readonly HTMLElement[]) => {
    places = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => places.at(-1),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    offer(place) {
      if (place === null) return undefined;
      change([...places, place]);
      return () => change(places.filter((each) => each !== place));
    },
  };
}
