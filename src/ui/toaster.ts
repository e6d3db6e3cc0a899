export type ToastKind = "success" | "warning" | "failure" | "info";

export type ToastMessage = {
  kind: ToastKind;
  text: string;
  /** An action, such as Undo; a press closes the toast. */
  action?: { label: string; onPress: () => void };
  /** Replaces the toast with the same id. */
  id?: string;
};

type Shown = ToastMessage & { id: string };
export type ToastSink = { show: (toast: Shown) => void; dismiss: (id: string) => void };

export type Toaster = ReturnType<typeof createToaster>;

/** Queues toasts from anywhere. They wait for `<Toaster>`, so that it can load late. */
export function createToaster({ ms, actionMs }: { ms: number; actionMs: number }) {
  let sink: ToastSink | undefined;
  let waiting: Shown[] = [];
  let count = 0;
  const listeners = new Set<() => void>();

  const show = (toast: ToastMessage): string => {
    const id = toast.id ?? `toast-${++count}`;
    const shown = { ...toast, id };
    if (sink) sink.show(shown);
    else waiting = [...waiting.filter((each) => each.id !== id), shown];
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
    dismiss: (id: string) => {
      waiting = waiting.filter((each) => each.id !== id);
      sink?.dismiss(id);
    },
    /** Called when there is a toast to show and the widget must load. */
    onShow: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Used by `<Toaster>`. */
    connect: (to: ToastSink) => {
      sink = to;
      for (const toast of waiting) to.show(toast);
      waiting = [];
      return () => {
        if (sink === to) sink = undefined;
      };
    },
  };
}
