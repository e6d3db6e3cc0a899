import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./StatusLine.module.css";

type Props = {
  className?: string | undefined;
  /** Nothing empties the line, which then takes no space. */
  children?: ReactNode;
};

/**
 * A sentence that comes and goes, such as that there is no network. Keep it mounted, also while it is empty: screen
 * readers announce what comes into a live region, and skip one that comes with its text.
 */
export const StatusLine = ({ className, children }: Props) => (
  <div role="status" className={styles.region}>
    {children && <p className={classes(styles.text, className)}>{children}</p>}
  </div>
);
