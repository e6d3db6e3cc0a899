/** State that outlives a moment in which the page is mounted anew, as in another language (specification 20.21). */
import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useState } from "react";

/** Notes the state of what is mounted. */
const savers = new Set<() => void>();
const carried = new Map<string, unknown>();

/** A part that has not come again by then begins anew, as after a sign-out; milliseconds. */
const keepMs = 10_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** To be called right before the page is mounted anew. */
export function carryState(): void {
  for (const save of savers) save();
  clearTimeout(timer);
  timer = setTimeout(() => carried.clear(), keepMs);
}

/** As `useState`, with the value that the component of this name had when the page was last mounted anew. */
export function useCarriedState<T>(name: string | undefined, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState(() =>
    name !== undefined && carried.has(name) ? (carried.get(name) as T) : initial,
  ); // what the same component has noted
  const save = useEffectEvent(() => {
    if (name !== undefined) carried.set(name, value);
  });
  useEffect(() => {
    const saveLatest = () => save();
    savers.add(saveLatest);
    // It has been taken: a later one begins anew.
    if (name !== undefined) carried.delete(name);
    return () => void savers.delete(saveLatest);
  }, [name]);
  return [value, setValue];
}
