import { type FocusEvent, useEffect, useState, useSyncExternalStore } from "react";
import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { focusHeading } from "./focus-heading.ts";
import { followVisibleArea } from "./visible-area.ts";
import type { ToastRegions } from "./toast-region.ts";
import { widgetTexts } from "./widget-texts.ts";
import { shownAtMost, type ToastKind, type Toaster as Queue } from "./toaster.ts";
import styles from "./Toaster.module.css";

const icons = { success: CircleCheck, warning: TriangleAlert, failure: CircleAlert, info: Info };

type Props = {
  toaster: Queue;
  /** Where to render them; with none offered, at the end of the document. */
  regions: ToastRegions;
};

/** Shows toasts at the top centre (specification 9.1). Load it late. */
export function Toaster({ toaster, regions }: Props) {
  const [manager] = useState(() => Toast.createToastManager<{ kind: ToastKind }>());
  const [focus] = useState(createFocusReturn);
  useEffect(
    () =>
      toaster.connect({
        show: ({ id, kind, text, action, stays }) => {
          let isPressed = false;
          manager.add({
            id,
            title: text,
            type: kind,
            data: { kind },
            // 0: it stays until it is closed.
            timeout: stays ? 0 : action ? toaster.actionMs : toaster.ms,
            onClose: () => {
              toaster.forget(id, isPressed);
              focus.giveBack();
            },
            ...(action && {
              actionProps: {
                children: action.label,
                onClick: () => {
                  isPressed = true;
                  manager.close(id);
                  action.onPress();
                },
              },
            }),
          });
        },
        dismiss: (id) => manager.close(id),
      }),
    [toaster, manager, focus],
  );
  return (
    <Toast.Provider toastManager={manager} timeout={toaster.ms} limit={shownAtMost}>
      <Toast.Portal container={useSyncExternalStore(regions.subscribe, regions.get)}>
        {/* Always mounted and polite; a failure is an alert inside it. */}
        <Toast.Viewport
          className={styles.viewport}
          role="status"
          aria-label={widgetTexts.notifications}
          popover="manual"
          onFocus={focus.remember}
        >
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** When the focused toast closes, the focus returns to where it came from, else to the heading. */
function createFocusReturn() {
  let viewport: Element | null = null;
  let from: Element | null = null;
  return {
    remember({ relatedTarget, currentTarget }: FocusEvent) {
      viewport = currentTarget;
      if (!currentTarget.contains(relatedTarget)) from = relatedTarget;
    },
    giveBack() {
      if (!viewport?.contains(document.activeElement)) return;
      if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
      else focusHeading();
    },
  };
}

function Toasts() {
  const { toasts } = Toast.useToastManager<{ kind: ToastKind }>();
  const newest = toasts[0]?.id;
  const isShown = newest !== undefined;
  useEffect(() => (isShown ? followVisibleArea() : undefined), [isShown]);
  useEffect(() => {
    const viewport = document.querySelector<HTMLElement>(`.${styles.viewport}`);
    // The top layer stacks by time: re-entering it puts the toasts above a dialog that has opened since.
    if (viewport?.matches(":popover-open")) viewport.hidePopover();
    if (newest !== undefined) viewport?.showPopover();
  }, [newest]);

  return toasts.map((toast) => {
    const kind = toast.data?.kind ?? "info";
    const Icon = icons[kind];
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection={["up", "left", "right"]}
        className={styles.toast}
        role={kind === "failure" ? "alert" : "group"}
        // No focus trap.
        aria-modal={undefined}
        data-kind={kind}
      >
        <Toast.Content className={styles.content}>
          <Icon className={styles.icon} aria-hidden="true" />
          <Toast.Title className={styles.title} render={<p />} />
          {toast.actionProps && <Toast.Action className={styles.action} />}
          {/* Focusable in a collapsed stack, too. */}
          <Toast.Close className={styles.close} aria-label={widgetTexts.dismiss} aria-hidden={undefined}>
            <X aria-hidden="true" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}
