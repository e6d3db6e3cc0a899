import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./Chip.module.css";

type Props = {
  icon?: ReactNode;
  children: ReactNode;
  /** `device`: stored on this device; `attention`: the user must act. */
  tone?: "neutral" | "device" | "attention";
  /** Shown in place of the text where space is short; screen readers still read the text. */
  short?: ReactNode;
};

/** A small label, such as "Private" or the sync state. */
export function Chip({ icon, children, tone = "neutral", short }: Props) {
  const folds = short !== undefined;
  return (
    <span className={classes(styles.chip, styles[tone], folds && styles.folds)}>
      {icon}
      <span className={styles.text}>{children}</span>
      {short && (
        <span className={styles.short} aria-hidden="true">
          {short}
        </span>
      )}
    </span>
  );
}
