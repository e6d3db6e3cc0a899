import { useEffect, useState } from "react";

/** How long a section may hold back those below it; milliseconds. */
const graceMs = 1_000;

/**
 * Sections of unknown height show from above, so that none moves when one above it gets its content: tells for each
 * whether it has to wait. One that takes long, or fails late, holds nothing back.
 * @param settled whether a section's height is known, from above
 */
export function useWaiting(settled: readonly boolean[]): boolean[] {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), graceMs);
    return () => clearTimeout(timer);
  }, []);
  return settled.map((_, index) => !isOver && settled.slice(0, index).includes(false));
}
