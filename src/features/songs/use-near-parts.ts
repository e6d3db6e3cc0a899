import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Range } from "../lists/row-window.ts";
import { type Part, partsWithin } from "./song-parts.ts";

/** Rows to load before the list is measured. */
export const firstRows = 32;
/** Rows to load above and below those that are rendered. */
const spareRows = 16;
/** Rows that the list only flies past are not loaded; milliseconds. */
const restMs = 100;

interface NearParts {
  /** The parts that are or were near the screen, in order. */
  loaded: readonly Part[];
  /** Tells the rows near the screen; stable. */
  onNear: (range: Range) => void;
}

/** The parts of a list to load: what came near the screen once stays. */
export function useNearParts(parts: readonly Part[]): NearParts {
  const [near, setNear] = useState<Range>({ first: 0, end: firstRows });
  // What is known at once is no later change: the screen would be rendered twice, and once more for its queries.
  const [seen, setSeen] = useState<ReadonlySet<string>>(() => new Set(namesOf(partsWithin(parts, near))));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const fresh = partsWithin(parts, near).filter(({ name }) => !seen.has(name));
  if (fresh.length > 0) setSeen(new Set([...seen, ...namesOf(fresh)]));
  const loaded = useMemo(() => parts.filter(({ name }) => seen.has(name)), [parts, seen]);

  const onNear = useCallback(({ first, end }: Range) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setNear({ first: first - spareRows, end: end + spareRows }), restMs);
  }, []);
  return { loaded, onNear };
}

const namesOf = (parts: readonly Part[]): string[] => parts.map(({ name }) => name);
