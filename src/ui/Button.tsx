import type { ComponentPropsWithRef, MouseEvent, ReactNode } from "react";
import { buttonClass, type ButtonVariant } from "./button-class.ts";
import { classes } from "./classes.ts";
import styles from "./Button.module.css";

type Props = ComponentPropsWithRef<"button"> & {
  /** `main` is the one main action of a screen, `danger` destroys; default `quiet`. */
  variant?: ButtonVariant;
  small?: boolean;
  /** Keeps its place, width, name and focus, turns a spinner and does nothing when pressed. */
  busy?: boolean;
  icon?: ReactNode;
};

/** A button with a text. */
export function Button({ variant = "quiet", small, busy = false, icon, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(buttonClass(variant, small), className)}
      // Not `disabled`: the focus would fall to the body in the middle of the work.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        if (busy) event.preventDefault();
        else rest.onClick?.(event);
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
