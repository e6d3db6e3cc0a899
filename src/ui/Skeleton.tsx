import { classes } from "./classes.ts";
import styles from "./Skeleton.module.css";

type Props = {
  width?: number | string;
  height?: number | string;
  shape?: "text" | "cover" | "card" | "round";
  className?: string;
};

/** A placeholder of the size of its content. Announce the loading once beside it, with a Spinner or aria-busy. */
export function Skeleton({ width, height, shape = "text", className }: Props) {
  return (
    <span
      aria-hidden="true"
      className={classes(styles.skeleton, styles[shape], className)}
      // Sizes by class have no inline style, which the CSP forbids in prerendered documents.
      style={width === undefined && height === undefined ? undefined : { width, height }}
    />
  );
}

/** In a placeholder of a row or a card: a title with a line below it. */
export const lines = <span aria-hidden="true" className={styles.lines} />;
