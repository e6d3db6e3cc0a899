import type { ComponentPropsWithRef, MouseEvent, ReactNode } from "react";
import { buttonClass, type ButtonVariant } from "./button-class.ts";
import { classes } from "./classes.ts";
import { focusPartHeading } from "./focus-heading.ts";
import styles from "./Button.module.css";

type Props = ComponentPropsWithRef<"button"> & {
  /** `main` is the screen's main action, `danger` deletes something; default `quiet`. */
  variant?: ButtonVariant;
  small?: boolean;
  /** Shows a spinner and ignores presses; keeps its size, name and focus. */
  busy?: boolean;
  icon?: ReactNode;
  /** It goes with what it does: the focus moves to the heading of its part before. */
  leaves?: boolean;
};

/** A text button. */
export function Button(props: Props) {
  const { variant = "quiet", small, busy = false, icon, leaves = false, className, children, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={classes(buttonClass(variant, small), className)}
      // Not `disabled`, which would lose the focus.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        // The second press of a double click would send again what the first one has just sent.
        const isRepeated = rest.type === "submit" && event.detail > 1;
        if (busy || isRepeated) return event.preventDefault();
        if (leaves) focusPartHeading(event.currentTarget);
        rest.onClick?.(event);
      }}
    >
      <span className={styles.face}>
        {icon && <span className={styles.icon}>{icon}</span>}
        <span className={styles.label}>{children}</span>
      </span>
      {busy && <span className={styles.spinner} aria-hidden="true" />}
    </button>
  );
}
