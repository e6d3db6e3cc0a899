import { useContext, useEffect, useId, useRef, type ReactNode } from "react";
import { classes } from "./classes.ts";
import { rescueFocus } from "./focus-heading.ts";
import { addLayers } from "./layers-above.ts";
import { widgetTexts } from "./widget-texts.ts";
import { ToastRegion } from "./toast-region.ts";
import { useBackCloses } from "./use-back-closes.ts";
import { followVisibleArea } from "./visible-area.ts";
import styles from "./Dialog.module.css";
import hidden from "./VisuallyHidden.module.css";

type Props = {
  open: boolean;
  /** Called on Escape, Back, the close button and a click outside; the owner closes it with `open`. */
  onClose: () => void;
  /** A name in it is a `<bdi>`, which ends in dots where it is too long for a line. */
  title: ReactNode;
  /** For screen readers only. */
  titleHidden?: boolean;
  children?: ReactNode;
  /** The actions, main one last. */
  footer?: ReactNode;
  /** `full` is a sheet over the whole phone, such as the player. */
  size?: "small" | "normal" | "full";
  /**
   * Whether Escape, Back, a click outside and a button close it; default true. A form that is being saved should say false.
   */
  dismissible?: boolean;
  className?: string;
};

/**
 * A native modal dialog; on phones a sheet from below. The browser returns the focus when it closes; where nothing had it
 * before, or what had it is gone by then, it goes to the screen's heading (specification 20.4).
 */
export function Dialog(props: Props) {
  const { open, onClose, title, titleHidden, children, footer, size = "normal", dismissible = true, className } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const titleId = useId();
  const toastPlace = useContext(ToastRegion);

  useBackCloses(open, dismissible, onClose);

  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    const opener = document.activeElement;
    const stopFollowing = followVisibleArea();
    dialog.showModal();
    const removeLayers = size === "full" ? addLayers("dialog", "full-dialog") : addLayers("dialog");
    // Focuses the title or the `data-autofocus` element, not the close button, which is the first one.
    const first = dialog.querySelector<HTMLElement>("[data-autofocus]") ?? dialog.querySelector("h2");
    first?.focus();
    return () => {
      dialog.close();
      removeLayers();
      stopFollowing();
      if (opener === document.body || opener?.isConnected === false) {
        // A press outside has given it to the dialog itself.
        if (document.activeElement === dialog) dialog.blur();
        rescueFocus();
      }
      ignoreSecondPress();
    };
  }, [open, size]);

  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dismissible || !dialog) return;
    // Only a press that began outside counts, because selecting text may end there.
    const down = (event: Event) => {
      pressedOutside.current = event.target === dialog;
    };
    const click = (event: Event) => {
      if (pressedOutside.current && event.target === dialog) onClose();
    };
    dialog.addEventListener("pointerdown", down);
    dialog.addEventListener("click", click);
    return () => {
      dialog.removeEventListener("pointerdown", down);
      dialog.removeEventListener("click", click);
    };
  }, [open, dismissible, onClose]);

  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={classes(styles.dialog, styles[size], className)}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (dismissible) onClose();
      }}
      // The browser may close it without asking, on a second Escape. Our own `close()` runs after `open` is false.
      onClose={(event) => {
        const { target, currentTarget } = event;
        if (!open || target !== currentTarget || currentTarget.open) return;
        if (dismissible) onClose();
        else currentTarget.showModal();
      }}
    >
      {open && (
        <div className={styles.panel}>
          <div className={classes(styles.header, titleHidden && styles.bare)}>
            <h2 id={titleId} tabIndex={-1} className={titleHidden ? hidden.hidden : styles.title}>
              {title}
            </h2>
            {dismissible && (
              <button type="button" className={styles.close} aria-label={widgetTexts.close} onClick={onClose} />
            )}
          </div>
          <div className={styles.body}>{children}</div>
          {footer && <div className={styles.footer}>{footer}</div>}
          <div ref={toastPlace} />
        </div>
      )}
    </dialog>
  );
}

/** The longest time between the two presses of a double click, in any usual setting; milliseconds. */
const doubleClickMs = 500;

/** The second press of a double click on what closed the dialog: it would reach what stood behind. */
function ignoreSecondPress(): void {
  const over = new AbortController();
  const ignore = (event: MouseEvent) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", ignore, { capture: true, signal: over.signal });
  setTimeout(() => over.abort(), doubleClickMs);
}
