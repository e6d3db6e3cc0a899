import { classes } from "./classes.ts";
import styles from "./row-icons.module.css";

/**
 * Icons of the rows of long lists, in the shapes of Lucide. They are elements without components, and have one path each:
 * Lucide's own have an element for each dot, which made seven more in every row.
 */
const drawIcon = (path: string, className?: string) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className={classes(styles.icon, className)}>
    <path d={path} />
  </svg>
);

/** Lines without a length: their round ends are the dots. */
const dots = (...places: readonly [x: number, y: number][]) =>
  drawIcon(places.map(([x, y]) => `M${x} ${y}h0`).join(""), styles.dots);

export const gripIcon = dots([9, 5], [9, 12], [9, 19], [15, 5], [15, 12], [15, 19]);
export const moreIcon = dots([12, 5], [12, 12], [12, 19]);
export const heartIcon = drawIcon(
  "M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5",
);
export const lockIcon = drawIcon(
  "M7 11V7a5 5 0 0 1 10 0v4M5 11h14a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2",
);
export const closeIcon = drawIcon("M18 6 6 18M6 6l12 12");
