/**
 * The history entry of a form that stands in the login's place: Back leads from it to the login instead of leaving the page
 * (specification 3.2.1). A visitor's first screen has no router, so that this goes by the browser's history itself.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { randomId } from "../../db/random-id.ts";

export interface FormEntry {
  /** The form of the present entry; undefined: the login. Forward and a reload lead to it, too. */
  name: string | undefined;
  /** Adds an entry for a form. */
  enter(name: string): void;
  /** Steps back to the login, once. Resolves when that is done, which takes a browser its time. */
  leave(): Promise<void>;
}

/** A browser may ignore a step: nothing waits any longer for it. Milliseconds. */
const patienceMs = 1_000;

export function useFormEntry(): FormEntry {
  const [name, setName] = useState<string>();
  const waiting = useRef<() => void>(undefined);
  const leaving = useRef<Promise<void>>(undefined);

  useEffect(() => {
    const follow = () => {
      setName(readEntry().form);
      waiting.current?.();
    };
    follow();
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);

  const enter = useCallback((form: string) => {
    const { form: shown, email, __TSR_index: index = 0 } = readEntry();
    // The router's own marks: it takes an entry without them for its first one, and drops what else it holds.
    const state = { form, ...(email !== undefined && { email }), __TSR_index: index + 1, __TSR_key: randomId() };
    if (shown !== form) history.pushState(state, "");
    setName(form);
  }, []);

  const leave = useCallback(async () => {
    if (readEntry().form === undefined) return setName(undefined);
    leaving.current ??= new Promise<void>((resolve) => {
      waiting.current = resolve;
      setTimeout(resolve, patienceMs);
      history.back();
    }).finally(() => (leaving.current = undefined));
    await leaving.current;
    setName(undefined);
  }, []);

  return useMemo(() => ({ name, enter, leave }), [name, enter, leave]);
}

interface EntryState {
  form?: string;
  /** Fills in the login (`navigate.ts`). */
  email?: string;
  __TSR_index?: number;
}

/** The browser's present entry. Entries of this page are written by `enter` and by the router alone. */
export const readEntry = (): EntryState => (history.state ?? {}) as EntryState;
