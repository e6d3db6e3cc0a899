/**
 * The states of the outbox drainer and the events that move it, in one table. Pure: `outbox-drainer.ts` does the work.
 * Drawn in docs/decisions/2026-11-22-drainer-states.md.
 */

export interface DrainRequest {
  /** Also sends changes that are not due yet. */
  all?: boolean;
  /** The connection is back; calls in flight may still fail on the old one. */
  isBack?: boolean;
}

/** Why a drain ended: nothing due, no connection, no valid sign-in, or stopped. */
export type DrainEnd = "idle" | "offline" | "sign-in" | "stopped";

export type DrainerEvent =
  /** Somebody wants queued changes sent. */
  | ({ type: "request" } & Required<DrainRequest>)
  /** The lock that all tabs and the worker share is held. */
  | { type: "locked" }
  /** Starts to read the rows that were queued since the last read. */
  | { type: "reads" }
  /** A call found no connection or no valid sign-in. */
  | { type: "lost"; end: "offline" | "sign-in" }
  /** No call is in flight, and no row may be sent now. */
  | { type: "quiet" }
  /** What changed is announced, and the lock is free. */
  | { type: "released" }
  /** The storage or the lock failed; everybody who asked for this drain is told. */
  | { type: "broke" }
  | { type: "stop" };

type EventType = DrainerEvent["type"];

interface Cell {
  to: StateName;
  /** Where it goes instead while a request waits for a drain of its own. */
  ifAsked?: StateName;
  /** What becomes of the requests. */
  do?: keyof typeof actions;
}

const remain = <Name extends string>(to: Name) => ({
  request: { to },
  locked: { to },
  reads: { to },
  lost: { to },
  quiet: { to },
  released: { to },
  broke: { to },
  stop: { to },
});

/** An event that a state does not name cannot happen in it. */
export const table = {
  /** No drain runs. */
  idle: {
    request: { to: "locking", do: "begin" },
    stop: { to: "stopped" },
  },
  /** Waits for the lock. */
  locking: {
    request: { to: "locking", do: "join" },
    locked: { to: "reading" },
    broke: { to: "broken" },
    stop: { to: "stopped" },
  },
  /** There may be rows that this drain has not read. Calls may be in flight. */
  reading: {
    request: { to: "reading", do: "join" },
    reads: { to: "sending" },
    lost: { to: "losing", do: "keepIfBack" },
    broke: { to: "broken" },
    stop: { to: "stopped" },
  },
  /** Sends the rows whose turn it is. */
  sending: {
    request: { to: "reading", do: "join" },
    lost: { to: "losing", do: "keepIfBack" },
    quiet: { to: "finishing" },
    broke: { to: "broken" },
    stop: { to: "stopped" },
  },
  /** Starts no call any more and waits for those in flight. */
  losing: {
    request: { to: "losing", do: "postpone" },
    lost: { to: "losing", do: "keepIfBack" },
    quiet: { to: "finishing" },
    broke: { to: "broken" },
    stop: { to: "stopped" },
  },
  /** Announces what changed and gives the lock back. */
  finishing: {
    request: { to: "finishing", do: "postpone" },
    released: { to: "idle", ifAsked: "locking", do: "beginNext" },
    broke: { to: "broken" },
    stop: { to: "stopped" },
  },
  /** For good; what still runs comes to its end. */
  stopped: remain("stopped"),
  /** As stopped, but the next request starts a new machine. A frozen page may go on with this drain, without its lock. */
  broken: remain("broken"),
} as const satisfies Record<string, Partial<Record<EventType, { to: string; ifAsked?: string; do?: string }>>>;

export type StateName = keyof typeof table;

export interface DrainerState {
  readonly name: StateName;
  /** How the drain ends, or ended. */
  readonly end: DrainEnd;
  /** The drain also sends what is not due. */
  readonly all: boolean;
  /** The drain has joined a request with `isBack`. */
  readonly joinedBack: boolean;
  /** For the drain after this one. */
  readonly next: Required<DrainRequest> | undefined;
}

const fresh = { end: "idle", all: false, joinedBack: false, next: undefined } as const;

export const initialState: DrainerState = { name: "idle", ...fresh };

const asked = (event: DrainerEvent): Required<DrainRequest> =>
  event.type === "request" ? { all: event.all, isBack: event.isBack } : { all: false, isBack: false };

const postpone = (state: DrainerState, event: DrainerEvent): Partial<DrainerState> => {
  const { all, isBack } = asked(event);
  return { next: { all: all || state.next?.all === true, isBack: isBack || state.next?.isBack === true } };
};

const actions = {
  begin: (_: DrainerState, event: DrainerEvent) => ({ ...fresh, all: asked(event).all }),
  beginNext: ({ next }: DrainerState) => (next === undefined ? {} : { ...fresh, all: next.all }),
  /** The running drain does it, unless only a drain of its own sends what is not due. */
  join(state: DrainerState, event: DrainerEvent) {
    const { all, isBack } = asked(event);
    return all && !state.all ? postpone(state, event) : { joinedBack: state.joinedBack || isBack };
  },
  postpone,
  /** Only a request that knows of a new connection survives the failure of the old one. */
  keepIfBack({ next, joinedBack }: DrainerState) {
    const back = joinedBack ? { all: false, isBack: true } : undefined;
    return { next: next?.isBack === true ? next : back, joinedBack: false };
  },
} satisfies Record<string, (state: DrainerState, event: DrainerEvent) => Partial<DrainerState>>;

/** Throws for an event that cannot happen in this state. */
export function transition(state: DrainerState, event: DrainerEvent): DrainerState {
  const cells: Partial<Record<EventType, Cell>> = table[state.name];
  const cell = cells[event.type];
  if (cell === undefined) throw new Error(`The drainer is ${state.name}: "${event.type}" cannot happen`);
  const name = cell.ifAsked !== undefined && state.next !== undefined ? cell.ifAsked : cell.to;
  const requests = cell.do === undefined ? {} : actions[cell.do](state, event);
  return { ...state, ...requests, ...endAfter(name, event), name };
}

function endAfter(name: StateName, event: DrainerEvent): { end?: DrainEnd } {
  if (name === "stopped") return { end: "stopped" };
  return event.type === "lost" ? { end: event.end } : {};
}
