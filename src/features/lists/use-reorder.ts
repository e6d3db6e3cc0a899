/** The order of a list while its user changes it, by the keyboard, a menu or a drag. */
import {
  type KeyboardEvent,
  type MouseEvent,
  type TouchEvent,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { texts } from "../../texts/texts.ts";
import { clampIndex, inOrder, moveId, type Step, stepTo } from "./moves.ts";

export interface Move {
  id: string;
  /** The new index. */
  place: number;
  /** All ids before the move. */
  shown: readonly string[];
}

/** What a list needs to be sortable. */
export interface Reorder {
  /** The item's title, for the handle's name; an item whose title is not known yet has no handle. */
  nameOf: (id: string) => string | undefined;
  /** Stores a move; the list shows it meanwhile, and takes it back if this rejects. */
  onMove: (move: Move) => Promise<void>;
}

/** A mouse button or a finger goes down on an item's handle. */
export type Press = (id: string, event: MouseEvent | TouchEvent) => void;

/** Stable functions, so that unchanged rows do not render. */
export interface ReorderCommands {
  /** Moves an item and stores the move. */
  moveTo(id: string, place: number): void;
  step(id: string, step: Step): void;
  /** Lifts an item for the arrow keys; a lifted one is dropped. */
  toggle(id: string): void;
  /** Drops a lifted item where it is. */
  drop(): void;
  handleKey(event: KeyboardEvent, columns: number): void;
}

interface ReorderState {
  /** The ids in the order to show. */
  ids: readonly string[];
  /** The item that the arrow keys move. */
  lifted: string | undefined;
  /** The last change, for screen readers; two in a row may read the same. */
  spoken: { text: string; turn: number };
  commands: ReorderCommands;
}

/** An order that the list shows before it is stored. */
interface LocalOrder {
  order: readonly string[];
  /** The ids as they were stored, of which it is an order. */
  of: readonly string[];
  /** Stored: it holds until the list's own ids change. */
  until?: readonly string[];
}

/** A page of a lifted item's way. */
const pageLength = 10;

/** @param given the ids as they are stored */
export function useReorder(given: readonly string[], reorder: Reorder | undefined): ReorderState {
  const [local, setLocal] = useState<LocalOrder>();
  const [held, setHeld] = useState<{ id: string; before: readonly string[] }>();
  const [spoken, setSpoken] = useState({ text: "", turn: 0 });
  const say = useCallback((text: string) => setSpoken(({ turn }) => ({ text, turn: turn + 1 })), []);
  const isOver = local?.until !== undefined && local.until !== given;
  const ids = useMemo(() => {
    if (local === undefined || isOver) return given;
    return local.of === given ? local.order : inOrder(given, local.order);
  }, [given, local, isOver]);
  const lifted = held !== undefined && reorder !== undefined && ids.includes(held.id) ? held : undefined;

  const latest = useRef({ given, ids, lifted, reorder });
  useLayoutEffect(() => {
    latest.current = { given, ids, lifted, reorder };
  });

  // What was lifted is gone: the others stand as they are stored.
  if (held !== undefined && lifted === undefined) {
    setHeld(undefined);
    setLocal(undefined);
    say(texts.lists.gone);
  }

  const commands = useMemo((): ReorderCommands => {
    async function store(move: Move): Promise<void> {
      const change: LocalOrder = { order: moveId(move.shown, move.id, move.place), of: latest.current.given };
      say(texts.lists.moved(move.place + 1, move.shown.length));
      // A drop where it was changes nothing (specification 7.2).
      if (change.order === move.shown) return setLocal(undefined);
      setLocal(change);
      try {
        await latest.current.reorder?.onMove(move);
        const until = latest.current.given;
        setLocal((current) => (current === change ? { ...change, until } : current));
      } catch (error) {
        console.error("A new order could not be stored", error);
        setLocal((current) => (current === change ? undefined : current));
      }
    }

    function moveTo(id: string, place: number): void {
      const { ids: shown } = latest.current;
      if (shown.includes(id)) void store({ id, place: clampIndex(place, shown.length), shown });
    }

    function drop(): void {
      const { lifted: item, ids: shown, given: stored } = latest.current;
      if (item === undefined) return;
      setHeld(undefined);
      void store({ id: item.id, place: shown.indexOf(item.id), shown: inOrder(stored, item.before) });
    }

    function cancel(id: string): void {
      setHeld(undefined);
      setLocal(undefined);
      say(texts.lists.putBack(latest.current.reorder?.nameOf(id) ?? ""));
    }

    return {
      moveTo,
      drop,
      step(id, step) {
        const { ids: shown } = latest.current;
        moveTo(id, stepTo(step, shown.indexOf(id), shown.length));
      },
      toggle(id) {
        const { lifted: item, ids: shown, reorder: options } = latest.current;
        drop();
        if (item?.id === id || !shown.includes(id)) return;
        setHeld({ id, before: shown });
        say(texts.lists.lifted(options?.nameOf(id) ?? "", shown.indexOf(id) + 1, shown.length));
      },
      handleKey(event, columns) {
        const { lifted: item, ids: shown } = latest.current;
        if (item === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        // Tab leaves, which drops; Space and Enter press the handle, which drops, too.
        if (["Tab", "Shift", " ", "Enter"].includes(event.key)) return;
        // No key of the page works meanwhile (specification 20.10).
        event.preventDefault();
        event.stopPropagation();
        if (event.key === "Escape") return cancel(item.id);
        const from = shown.indexOf(item.id);
        const to = keyTarget(event.key, from, shown.length, columns);
        if (to === undefined || to === from) return;
        setLocal({ order: moveId(shown, item.id, to), of: latest.current.given });
        say(texts.lists.moved(to + 1, shown.length));
      },
    };
  }, [say]);

  return { ids, lifted: lifted?.id, spoken, commands };
}

function keyTarget(key: string, from: number, count: number, columns: number): number | undefined {
  const distances: Record<string, number> = {
    ArrowUp: -columns,
    ArrowDown: columns,
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -pageLength * columns,
    PageDown: pageLength * columns,
    Home: -count,
    End: count,
  };
  const distance = distances[key];
  return distance === undefined ? undefined : clampIndex(from + distance, count);
}
