/** A browser's session history whose steps take their time, as in every browser, until the test lets them arrive. */

interface Entry {
  state: unknown;
  url: URL;
}

/**
 * When an engine finds out where a step leads: when it is asked for, or when it is made. A page that adds an entry
 * meanwhile is taken elsewhere by both, each in its own way.
 */
export type Engine = "when asked" | "when made";

/** @param start the entries, as the router made them, of which the last one is shown */
export function slowHistory(start: readonly { path: string; state?: object }[], engine: Engine) {
  const entries = start.map(({ path, state }, __TSR_index): Entry => ({
    state: { ...state, __TSR_index, __TSR_key: `${__TSR_index}` },
    url: new URL(path, "https://offbeat.test"),
  }));
  let index = entries.length - 1;
  let steps: (() => number)[] = [];
  const listeners = new Set<() => void>();
  const shown = () => entries[index] ?? fail();
  const go = (by: number) => {
    const from = index;
    steps.push(() => (engine === "when asked" ? from : index) + by);
  };
  const history = {
    get state() {
      return shown().state;
    },
    get length() {
      return entries.length;
    },
    pushState(state: unknown, _title: string, path: string) {
      const url = new URL(path, shown().url);
      entries.splice(++index, Infinity, { state, url });
    },
    replaceState(state: unknown, _title: string, path?: string) {
      entries[index] = { state, url: path === undefined ? shown().url : new URL(path, shown().url) };
    },
    back: () => go(-1),
    forward: () => go(1),
    go,
  };
  const target = {
    history,
    get location() {
      return shown().url;
    },
    addEventListener: (type: string, listener: () => void) => void (type === "popstate" && listeners.add(listener)),
    removeEventListener: (_type: string, listener: () => void) => void listeners.delete(listener),
  };
  return {
    /** For `createBrowserHistory`. */
    window: target,
    /** The paths of all entries up to the shown one. */
    paths: () => entries.slice(0, index + 1).map(({ url }) => url.pathname),
    isStepping: () => steps.length > 0,
    /** Makes the steps that were asked for, one after the other. */
    arrive() {
      const asked = steps;
      steps = [];
      for (const step of asked) {
        const to = step();
        if (to === index || entries[to] === undefined) continue;
        index = to;
        for (const listener of listeners) listener();
      }
    },
    /** A browser that does not do what it was asked for. */
    ignore() {
      steps = [];
    },
  };
}

function fail(): never {
  throw new Error("The history has no such entry");
}
