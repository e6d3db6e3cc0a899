/** State that outlives a moment in which the page is mounted anew, as in another language (specification 20.21). */
import {
  type Dispatch,
  type SetStateAction,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from "react";

/** Notes the state of what is mounted. */
const savers = new Set<() => void>();
const carried = new Map<string, Noted>();

interface Noted<T = unknown> {
  value: T;
  /** Of the component, and of those that come in its place. */
  place: object;
}

/** By the place, that of the component which is mounted. */
const setters = new WeakMap<object, Dispatch<SetStateAction<never>>>();

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
  const [{ value: first, place }] = useState<Noted<T>>(
    () => (carried.get(name ?? "") as Noted<T> | undefined) ?? { value: initial, place: {} },
  ); // what the same component has noted
  const [value, setValue] = useState(() => first);
  const save = useEffectEvent(() => {
    if (name !== undefined) carried.set(name, { value, place });
  });
  useLayoutEffect(() => void setters.set(place, setValue as never), [place]);
  useEffect(() => {
    const saveLatest = () => save();
    savers.add(saveLatest);
    // It has been taken: a later one begins anew.
    if (name !== undefined) carried.delete(name);
    return () => void savers.delete(saveLatest);
  }, [name]);
  // Work that began before the page was mounted anew ends in what stands there now.
  const set = useCallback((next: SetStateAction<T>) => (setters.get(place) ?? setValue)(next as never), [place]);
  return [value, set];
}
