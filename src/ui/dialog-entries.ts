/**
 * The history entries of open dialogs. Each has one, so that Back closes it instead of leaving its page, also on the first
 * page of a tab. A dialog that closes in another way gives its entry back by a step back, which takes a browser its time:
 * what navigates meanwhile waits, because the step would lead away from it. So does a start on the entry of a dialog that a
 * reload has closed.
 */
import type { AnyRouter, HistoryState, RouterHistory } from "@tanstack/react-router";

declare module "@tanstack/history" {
  interface HistoryState {
    /** The dialog of this history entry. */
    dialog?: string;
  }
}

interface DialogEntries {
  /**
   * Adds an entry for a dialog that opens, and calls `onBack` when it is left. Returns a function to call when the dialog
   * is closed, with whether its page is still there.
   */
  add(onBack: () => void): (isPageThere: boolean) => void;
}

interface OpenDialog {
  onBack: () => void;
  /** Where its entry stands; undefined until it is there. */
  place?: number;
}

/** A browser may ignore a step, such as one of hundreds: nothing waits any longer for it. Milliseconds. */
const patienceMs = 5_000;

const known = new WeakMap<AnyRouter, DialogEntries>();
let count = 0;
/** Those of the documents before are in the history, too. */
const newName = () => `${performance.timeOrigin}.${++count}`;

/** The first call watches the router's history from then on. */
export function dialogEntries(router: AnyRouter): DialogEntries {
  const entries = known.get(router) ?? watch(router);
  known.set(router, entries);
  return entries;
}

function watch(router: AnyRouter): DialogEntries {
  const history: RouterHistory = router.history;
  const open = new Map<string, OpenDialog>();
  const step = createStep();
  let shown = history.location.state;
  let isLeaving = false;

  const isClosed = ({ dialog }: HistoryState) => dialog !== undefined && !open.has(dialog);
  const stepBack = () => {
    // Leaves the app, or leads nowhere.
    if (shown.__TSR_index === 0) {
      step.end();
      return history.back();
    }
    step.begin();
    // Also past a dialog that Back does not close and that has opened meanwhile.
    history.back({ ignoreBlocker: true });
  };

  history.subscribe(({ location: { state }, action: { type } }) => {
    const wasClosed = isClosed(shown);
    shown = state;
    const { dialog, __TSR_index: place } = state;
    if (type === "PUSH" || type === "REPLACE") {
      const added = dialog === undefined ? undefined : open.get(dialog);
      if (added) added.place = place;
      return;
    }
    for (const one of open.values()) if (one.place !== undefined && one.place > place) one.onBack();
    // A Back that would only leave the entry of a closed dialog leaves its page, too.
    isLeaving = type === "BACK" && (isLeaving || (wasClosed && !step.ended()));
    if (type === "BACK" && isClosed(state)) return stepBack();
    if (!isLeaving) return step.end();
    isLeaving = false;
    stepBack();
  });

  const commit = router.commitLocation;
  router.commitLocation = async (location) => {
    while (step.ended()) await step.ended();
    // Built on the entry that has been given back.
    const { dialog: _closed, ...state } = location.state;
    return commit(isClosed(location.state) ? { ...location, state } : location);
  };

  const enter = async (name: string) => {
    while (step.ended()) await step.ended();
    if (!open.has(name)) return;
    await addEntry(router, name);
  };

  // A reload closes dialogs and leaves their entries. In the first one of a tab nobody else would pass over them.
  if (isClosed(shown) && history.length > 1) stepBack();

  return {
    add(onBack) {
      const name = newName();
      open.set(name, { onBack });
      void enter(name);
      return (isPageThere) => {
        open.delete(name);
        if (isPageThere && !step.ended() && isClosed(history.location.state)) stepBack();
      };
    },
  };
}

/** Adds an entry with the address that is shown. */
function addEntry(router: AnyRouter, dialog: string): Promise<void> {
  // The history makes one entry of all that is added in a turn.
  router.history.flush();
  return router.navigate({
    to: ".",
    search: true,
    hash: true,
    state: (before: HistoryState) => ({ ...before, dialog }),
    resetScroll: false,
  });
}

/** A step in the history that is on its way. */
function createStep() {
  let onEnd: (() => void) | undefined;
  let ended: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    ended = undefined;
    onEnd?.();
  };
  return {
    /** Undefined while there is none. */
    ended: () => ended,
    /** Goes on with one that is on its way. */
    begin() {
      ended ??= new Promise((resolve) => {
        onEnd = resolve;
      });
      clearTimeout(timer);
      timer = setTimeout(end, patienceMs);
    },
    end,
  };
}
