import type { ComponentPropsWithRef, ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./IconButton.module.css";

type Props = Omit<ComponentPropsWithRef<"button">, "aria-label" | "children"> & {
  /** The accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  /** A word below the icon, which is a part of the name. */
  caption?: string | undefined;
  /** Makes it a toggle (`aria-pressed`). */
  pressed?: boolean;
  /** `solid` has a surface of its own; `accent` is the play button. */
  look?: "bare" | "solid" | "accent";
  size?: "small" | "normal" | "large";
};

/** An icon button; its touch target is at least 44 px. */
export function IconButton({
  label,
  icon,
  caption,
  pressed,
  look = "bare",
  size = "normal",
  className,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      className={classes(styles.button, styles[look], styles[size], caption && styles.captioned, className)}
    >
      {icon}
      {caption && <span className={styles.caption}>{caption}</span>}
    </button>
  );
}
