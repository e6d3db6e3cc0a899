import type { DraggableSyntheticListeners } from "@dnd-kit/core";
import { useSortable } from "@dnd-kit/sortable";
import { type RefObject, useEffect, useLayoutEffect } from "react";
import { autoScroll } from "./auto-scroll.ts";
import { findItem } from "./use-roving-focus.ts";

export type Listeners = DraggableSyntheticListeners;

const never = () => false;
const transition = { duration: 150, easing: "ease-out" };

interface Props {
  id: string;
  root: RefObject<HTMLElement | null>;
  /** Passes on what takes the event that pressed. */
  onListeners: ((listeners: Listeners) => void) | undefined;
}

/** Stands for an element of the list. */
export function SortableItem({ id, root, onListeners }: Props) {
  const sortable = useSortable({ id, transition, animateLayoutChanges: never });
  const { setNodeRef, listeners, transform, transition: easing, isDragging } = sortable;
  const x = transform?.x ?? 0;
  const y = transform?.y ?? 0;
  useLayoutEffect(() => onListeners?.(listeners), [onListeners, listeners]);
  // Ends in the same commit as the drag: a passive effect may leave it a frame more.
  useLayoutEffect(() => (isDragging && root.current ? autoScroll(root.current) : undefined), [isDragging, root]);
  useLayoutEffect(() => {
    const element = root.current && findItem(root.current, id);
    setNodeRef(element);
    return () => {
      setNodeRef(null);
      if (element !== null) resetElement(element);
    };
  }, [root, id, setNodeRef]);
  useLayoutEffect(() => {
    const element = root.current && findItem(root.current, id);
    if (element !== null) moveElement(element, { x, y, easing });
  }, [root, id, x, y, easing]);
  useEffect(() => {
    if (!isDragging) return undefined;
    // With the next frame: the library measures until then.
    const frame = requestAnimationFrame(() => {
      const element = root.current && findItem(root.current, id);
      if (element !== null) liftElement(element);
    });
    return () => cancelAnimationFrame(frame);
  }, [root, id, isDragging]);
  return null;
}

interface Shift {
  x: number;
  y: number;
  easing: string | undefined;
}

function moveElement({ style }: HTMLElement, { x, y, easing }: Shift): void {
  const transform = x === 0 && y === 0 ? "" : `translate3d(${x}px, ${y}px, 0)`;
  // What has not moved yet stays as it is: as a drag begins, all rows would get a new style.
  if (transform !== "" || style.transform !== "") {
    style.transform = transform;
    style.transition = easing ?? "";
  }
}

function liftElement({ dataset }: HTMLElement): void {
  dataset["lifted"] = "pointer";
}

function resetElement({ style, dataset }: HTMLElement): void {
  style.transform = "";
  style.transition = "";
  delete dataset["lifted"];
}
