export type ToastKind = "success" | "warning" | "failure" | "info";

export type ToastMessage = {
  kind: ToastKind;
  text: string;
  /** An action, such as Undo; a press closes the toast. `onExpire`: it can no longer be pressed, and was not. */
  action?: { label: string; onPress: () => void; onExpire?: () => void };
  /** Has no time to run out: tells why the person is where they did not mean to be. */
  stays?: boolean;
  /** Replaces the toast with the same id. */
  id?: string;
};

type Shown = ToastMessage & { id: string };
type ToastSink = { show: (toast: Shown) => void; dismiss: (id: string) => void };

export type Toaster = ReturnType<typeof createToaster>;

/** Toasts in sight at once. */
export const shownAtMost = 3;

/** A toast that has stood so long may go with the screen that it spoke of; milliseconds. */
const readMs = 1_500;

/**
 * Queues toasts from anywhere. They wait for `<Toaster>`, so that it can load late, and for somebody to look at the page:
 * in a hidden one their time would run out unseen. Of those that come meanwhile the newest are kept, as many as are in
 * sight at once.
 */
export function createToaster({ ms, actionMs }: { ms: number; actionMs: number }) {
  let sink: ToastSink | undefined;
  let count = 0;
  const listeners = new Set<() => void>();
  /** The last toast of each text, while it is shown. */
  const latest = new Map<string, string>();
  const expiring = createExpiringActions();
  const waiting = createWaitingToasts((id) => forget(id));
  /** When each was shown, by id; `Infinity` for those that outlive their screen. */
  const inSight = new Map<string, number>();

  /** A repeated toast is a new one, so that it is announced again; the former leaves, unless its action would be lost. */
  const replaceRepeated = ({ kind, text }: ToastMessage, id: string): void => {
    const former = latest.get(`${kind} ${text}`);
    if (former !== undefined) dismiss(former);
    latest.set(`${kind} ${text}`, id);
  };

  const forget = (id: string, isPressed = false): void => {
    for (const [text, last] of latest) if (last === id) latest.delete(text);
    inSight.delete(id);
    if (isPressed) expiring.delete(id);
    else expiring.expire(id);
  };

  const dismiss = (id: string): void => {
    if (waiting.remove(id)) expiring.expire(id);
    sink?.dismiss(id);
  };

  const present = (to: ToastSink, toast: Shown): void => {
    const outlivesScreen = toast.action !== undefined || toast.kind === "failure";
    inSight.set(toast.id, outlivesScreen ? Infinity : Date.now());
    to.show(toast);
  };

  const release = (): void => {
    if (sink === undefined || isHidden()) return;
    for (const toast of waiting.takeAll()) present(sink, toast);
  };

  const show = (toast: ToastMessage): string => {
    const id = toast.id ?? `toast-${++count}`;
    if (toast.id === undefined && toast.action === undefined) replaceRepeated(toast, id);
    const shown = { ...toast, id };
    // Of the toast that this one replaces.
    expiring.expire(id);
    expiring.set(id, toast.action?.onExpire);
    if (sink && !isHidden()) present(sink, shown);
    else waiting.add(shown);
    for (const listener of listeners) listener();
    return id;
  };

  const of = (kind: ToastKind) => (text: string, action?: ToastMessage["action"]) =>
    show(action ? { kind, text, action } : { kind, text });

  return {
    ms,
    /** Longer for a toast with an action: time to read, decide and reach it. */
    actionMs,
    show,
    success: of("success"),
    warning: of("warning"),
    failure: of("failure"),
    info: of("info"),
    dismiss,
    /** Another screen stands there: takes away what was told on the one before, but for failures and actions. */
    leaveScreen: () => {
      for (const [id, at] of inSight) if (Date.now() - at >= readMs) dismiss(id);
    },
    /** Somebody signs out: takes away all that was told, with its actions, which are those of the account. */
    leaveAccount: () => {
      for (const id of [...waiting.ids(), ...inSight.keys()]) dismiss(id);
    },
    /** Called when there is a toast to show and the widget must load. */
    onShow: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Used by `<Toaster>`: a toast has closed, by a press of its action or not. */
    forget,
    /** Used by `<Toaster>`. */
    connect: (to: ToastSink) => {
      sink = to;
      release();
      const { document } = globalThis;
      document?.addEventListener("visibilitychange", release);
      return () => {
        document?.removeEventListener("visibilitychange", release);
        if (sink === to) sink = undefined;
      };
    },
  };
}

/** Of the toasts whose action can still be pressed: what to call once it no longer can. */
function createExpiringActions() {
  const callbacks = new Map<string, () => void>();
  return {
    set(id: string, onExpire: (() => void) | undefined): void {
      if (onExpire !== undefined) callbacks.set(id, onExpire);
    },
    delete: (id: string) => void callbacks.delete(id),
    expire(id: string): void {
      const onExpire = callbacks.get(id);
      callbacks.delete(id);
      onExpire?.();
    },
  };
}

/** @param onDropped for each that leaves unseen, because newer ones have come to a hidden page */
function createWaitingToasts(onDropped: (id: string) => void) {
  let toasts: Shown[] = [];
  return {
    /** In the place of the one with the same id. */
    add(toast: Shown): void {
      toasts = [...toasts.filter((each) => each.id !== toast.id), toast];
      if (!isHidden()) return;
      for (const each of toasts.slice(0, -shownAtMost)) onDropped(each.id);
      toasts = toasts.slice(-shownAtMost);
    },
    /** Returns whether it was there. */
    remove(id: string): boolean {
      const before = toasts.length;
      toasts = toasts.filter((each) => each.id !== id);
      return toasts.length < before;
    },
    ids: (): string[] => toasts.map(({ id }) => id),
    takeAll(): readonly Shown[] {
      const taken = toasts;
      toasts = [];
      return taken;
    },
  };
}

/** Node has no document. */
const isHidden = (): boolean => globalThis.document?.hidden === true;
