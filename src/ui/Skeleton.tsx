import { classes } from "./classes.ts";
import styles from "./Skeleton.module.css";

type Props = {
  width?: number | string;
  height?: number | string;
  shape?: "text" | "cover" | "card" | "round";
  className?: string;
};

/** The place of something that is being loaded, in its size; say "Loading" once beside it, with a Spinner or aria-busy. */
export function Skeleton({ width, height, shape = "text", className }: Props) {
  return (
    <span
      aria-hidden="true"
      className={classes(styles.skeleton, styles[shape], className)}
      // None where the class says it: documents of the build may have no styles in elements.
      style={width === undefined && height === undefined ? undefined : { width, height }}
    />
  );
}
