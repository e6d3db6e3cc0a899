import { useEffect, useState } from "react";
import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { uiTexts } from "./texts.ts";
import type { ToastKind, Toaster as Queue } from "./toaster.ts";
import styles from "./Toaster.module.css";

const icons = { success: CircleCheck, warning: TriangleAlert, failure: CircleAlert, info: Info };

/** Shows a toaster's messages at the top centre (specification 9.1). Load it with `React.lazy`. */
export function Toaster({ toaster }: { toaster: Queue }) {
  const [manager] = useState(() => Toast.createToastManager<{ kind: ToastKind }>());
  useEffect(
    () =>
      toaster.connect({
        show: ({ id, kind, text, action }) =>
          manager.add({
            id,
            title: text,
            type: kind,
            data: { kind },
            ...(action && {
              actionProps: {
                children: action.label,
                onClick: () => {
                  manager.close(id);
                  action.onPress();
                },
              },
            }),
          }),
        dismiss: (id) => manager.close(id),
      }),
    [toaster, manager],
  );
  return (
    <Toast.Provider toastManager={manager} timeout={toaster.ms} limit={3}>
      <Toast.Portal>
        {/* Always there and polite; a failure is an alert of its own inside it. */}
        <Toast.Viewport
          className={styles.viewport}
          role="status"
          aria-label={uiTexts.notifications}
          popover="manual"
        >
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager<{ kind: ToastKind }>();
  const newest = toasts[0]?.id;
  useEffect(() => {
    const viewport = document.querySelector<HTMLElement>(`.${styles.viewport}`);
    // The top layer stacks by time: coming again puts the toasts above a dialog that was opened meanwhile.
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
        data-kind={kind}
      >
        <Toast.Content className={styles.content}>
          <Icon className={styles.icon} aria-hidden="true" />
          <Toast.Title className={styles.title} render={<p />} />
          {toast.actionProps && <Toast.Action className={styles.action} />}
          <Toast.Close className={styles.close} aria-label={uiTexts.dismiss}>
            <X aria-hidden="true" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}
