import type { CSSProperties } from "react";
import { classes } from "./classes.ts";
import styles from "./Skeleton.module.css";

type Props = {
  width?: number | string;
  height?: number | string;
  shape?: "text" | "cover" | "card" | "round";
  className?: string;
};

/** The place of something that is being loaded, in its size; say "Loading" once beside it, with a Spinner or aria-busy. */
export function Skeleton({ width = "100%", height = "1em", shape = "text", className }: Props) {
  return (
    <span
      aria-hidden="true"
      className={classes(styles.skeleton, styles[shape], className)}
      style={{ width, height: shape === "cover" ? undefined : height } as CSSProperties}
    />
  );
}
