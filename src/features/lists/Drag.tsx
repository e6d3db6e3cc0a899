import {
  closestCenter,
  type CollisionDetection,
  DndContext,
  type Modifier,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useDndContext,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { rectSortingStrategy, SortableContext, type SortingStrategy } from "@dnd-kit/sortable";
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { dragMousePx, dragTouchMs, dragTouchTolerancePx } from "../../../contract/rules/limits.ts";
import { nextTask } from "../../lib/yield-to-event-loop.ts";
import type { Range } from "./row-window.ts";
import { type Listeners, SortableItem } from "./SortableItem.tsx";

type Root = RefObject<HTMLElement | null>;

interface Props {
  /** The pressed item. */
  id: string;
  root: Root;
  ids: readonly string[];
  rendered: readonly string[];
  layout: "rows" | "cards";
  /** Passes on what takes the event that pressed. */
  onListeners: (listeners: Listeners) => void;
  onStart: (id: string) => void;
  /** @param place the new index; undefined where nothing moved */
  onEnd: (place?: number) => void;
}

/** Farther beside the list nothing is dropped (specification 7.2); in px. */
const reach = 100;

const mouse = { activationConstraint: { distance: dragMousePx } };
const touch = { activationConstraint: { delay: dragTouchMs, tolerance: dragTouchTolerancePx } };
// `autoScroll` does it: the library's own goes on without end once its drag is unmounted, as by a session that ends. The
// items keep their places in the document, so the scroll position needs no help.
const scrollsItself = { enabled: false, layoutShiftCompensation: false };
const upAndDown: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })];
/** The list speaks for itself, in titles. */
const silent = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: "" },
  restoreFocus: false,
};

/**
 * One press of a handle, and the drag that may follow. It stands beside the list and moves the list's elements itself:
 * no row renders while another is dragged.
 */
export function Drag({ id, root, ids, rendered, layout, onListeners, onStart, onEnd }: Props) {
  const sensors = useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, touch));
  const isRows = layout === "rows";
  const [isDragged, setDragged] = useState(false);
  const near = useInView({ id, root, ids, rendered, isRows });
  const { droppable, whole } = useGrowing(near, id, isDragged);
  const items = useMemo(() => [...droppable], [droppable]);
  const detect = useMemo(() => detectNear(root), [root]);

  const over = useRef<UniqueIdentifier>(undefined);
  function handleEnd(): void {
    const place = over.current === undefined ? -1 : ids.indexOf(String(over.current));
    onEnd(place < 0 ? undefined : place);
  }

  /** The library's place for a question before a drop. */
  async function endInOwnTask(): Promise<boolean> {
    await whole();
    // The browser looks for what was under the release: it would lay out the moved rows in the same task.
    await nextTask();
    return false;
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={detect}
      modifiers={isRows ? upAndDown : []}
      autoScroll={scrollsItself}
      accessibility={silent}
      onDragStart={() => {
        setDragged(true);
        onStart(id);
      }}
      onDragOver={(event) => (over.current = event.over?.id)}
      cancelDrop={endInOwnTask}
      onDragEnd={handleEnd}
      onDragCancel={() => onEnd()}
      onDragAbort={() => onEnd()}
    >
      <SortableContext items={items} strategy={isRows ? shiftRows : rectSortingStrategy}>
        {droppable.map((one) => (
          <SortableItem key={one} id={one} root={root} onListeners={one === id ? onListeners : undefined} />
        ))}
      </SortableContext>
      <UndrawnEnd isDragged={isDragged} onEnd={onEnd} />
    </DndContext>
  );
}

/** The library tells nobody of a drag that ends before its begin has been drawn, as by a flick on a busy device. */
function UndrawnEnd({ isDragged, onEnd }: { isDragged: boolean; onEnd: () => void }) {
  const { active } = useDndContext();
  const end = useEffectEvent(onEnd);
  const isOver = isDragged && active === null;
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  return null;
}

/** Rows beyond the edges of the screen that take part in a drag. */
const spareRows = 2;

/** Those rows alone that can be seen: each costs time with every move of the pointer. */
function useInView({
  id,
  root,
  ids,
  rendered,
  isRows,
}: Pick<Props, "id" | "root" | "ids" | "rendered"> & { isRows: boolean }) {
  const count = ids.length;
  /** Undefined before the first frame: to measure in the press would lay the page out in its task. */
  const [range, setRange] = useState<Range>();
  const isMeasured = range !== undefined;
  const places = useMemo(() => (isMeasured ? placesOf(ids, rendered) : undefined), [ids, rendered, isMeasured]);
  useEffect(() => {
    let frame = requestAnimationFrame(() => measure());
    const measure = () => {
      frame = 0;
      const now = rowsInView(root.current, count);
      setRange((before) => (before?.first === now.first && before.end === now.end ? before : now));
    };
    const measureSoon = () => {
      if (frame === 0) frame = requestAnimationFrame(measure);
    };
    window.addEventListener("scroll", measureSoon, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", measureSoon, { capture: true });
    };
  }, [root, count]);
  return useMemo(() => {
    if (!isRows || range === undefined) return rendered;
    return rendered.filter((one) => {
      const place = places?.get(one) ?? 0;
      return one === id || (place >= range.first && place < range.end);
    });
  }, [isRows, rendered, places, id, range]);
}

/** Of those alone: a map of a long list would take longer than all the rest of a press. */
function placesOf(ids: readonly string[], rendered: readonly string[]): ReadonlyMap<string, number> {
  const wanted = new Set(rendered);
  const places = new Map<string, number>();
  for (let index = 0; index < ids.length && places.size < wanted.size; index += 1) {
    const id = ids[index] ?? "";
    if (wanted.has(id)) places.set(id, index);
  }
  return places;
}

/** Items on each side of the pressed one that take part before it moves, and that join in each frame afterwards. */
const neighbours = 2;
const perFrame = 3;

/**
 * Begins with the pressed item alone and grows around it: the library renders and measures all of them several times in
 * the task that begins a drag.
 */
function useGrowing(near: readonly string[], id: string, isDragged: boolean) {
  const [span, setSpan] = useState(0);
  const isWhole = span >= near.length;
  const isGrowing = !isWhole && (isDragged || span < neighbours);
  useEffect(() => {
    if (!isGrowing) return undefined;
    const frame = requestAnimationFrame(() => setSpan(isDragged ? span + perFrame : neighbours));
    return () => cancelAnimationFrame(frame);
  }, [isGrowing, isDragged, span]);
  const droppable = useMemo(() => {
    if (isWhole) return near;
    const middle = near.indexOf(id);
    return near.slice(Math.max(0, middle - span), middle + span + 1);
  }, [near, id, isWhole, span]);

  const wholeNow = useRef(isWhole);
  useEffect(() => {
    wholeNow.current = isWhole;
    return () => {
      // A drag that is gone waits for nothing.
      wholeNow.current = true;
    };
  }, [isWhole]);
  /** Resolves once all take part: a quick drop waits for the item that it is over. */
  const whole = useCallback(async () => {
    while (!wholeNow.current) await new Promise(requestAnimationFrame);
  }, []);
  return { droppable, whole };
}

/** All rows have one height; those that are not in the document have their place as well. */
function rowsInView(list: HTMLElement | null, count: number): Range {
  const { top, height } = list?.getBoundingClientRect() ?? { top: 0, height: 0 };
  const row = height / Math.max(count, 1);
  // Without a layout all are seen.
  if (row === 0) return { first: 0, end: count };
  return {
    first: Math.floor(-top / row) - spareRows,
    end: Math.ceil((window.innerHeight - top) / row) + spareRows,
  };
}

/** Rows have one height; the library's strategy measures gaps, which rows that are not in the document would enter. */
const shiftRows: SortingStrategy = ({ activeIndex, activeNodeRect, overIndex, index, rects }) => {
  const height = (rects[activeIndex] ?? activeNodeRect)?.height ?? 0;
  const isBelow = index > activeIndex && index <= overIndex;
  const isAbove = index < activeIndex && index >= overIndex;
  if (!isBelow && !isAbove) return null;
  return { x: 0, y: isBelow ? -height : height, scaleX: 1, scaleY: 1 };
};

const detectNear =
  (root: Root): CollisionDetection =>
  (args) =>
    isNear(root.current, args.pointerCoordinates) ? closestCenter(args) : [];

function isNear(list: HTMLElement | null, at: { x: number; y: number } | null): boolean {
  if (list === null || at === null) return true;
  const { left, right, top, bottom } = list.getBoundingClientRect();
  return at.x > left - reach && at.x < right + reach && at.y > top - reach && at.y < bottom + reach;
}
