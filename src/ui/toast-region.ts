import { createContext, type RefCallback } from "react";
import { createStore, type ReadableStore } from "../lib/store.ts";

/**
 * The element that toasts render in. A modal dialog makes everything outside it inert, so the frame and each dialog
 * offer an element, as `<div ref={useContext(ToastRegion)}>`, and the newest one is used.
 */
export const ToastRegion = createContext<RefCallback<HTMLElement>>(() => {});

export interface ToastRegions {
  /** The element to use now; undefined: none is offered. */
  place: ReadableStore<HTMLElement | undefined>;
  /** The context's value. */
  offer: RefCallback<HTMLElement>;
}

/**
 * For the owner of the toasts. No state of a component: the frame offers its element as it is mounted, and React would
 * render again, and run all effects, before it lets the browser paint.
 */
export function createToastRegions(): ToastRegions {
  const places: HTMLElement[] = [];
  const place = createStore<HTMLElement | undefined>(undefined);
  const offer: RefCallback<HTMLElement> = (element) => {
    if (element === null) return undefined;
    places.push(element);
    place.set(element);
    return () => {
      places.splice(places.indexOf(element), 1);
      place.set(places.at(-1));
    };
  };
  return { place, offer };
}
