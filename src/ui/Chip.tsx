import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./Chip.module.css";

type Props = {
  icon?: ReactNode;
  children: ReactNode;
  /** `device` for what is on this device, `attention` for what needs the user. */
  tone?: "neutral" | "device" | "attention";
  /** Icon alone where there is no room; the text stays for screen readers. */
  folds?: boolean;
};

/** A quiet mark with a text, such as "Private" or the state of the sync. */
export function Chip({ icon, children, tone = "neutral", folds = false }: Props) {
  return (
    <span className={classes(styles.chip, styles[tone], folds && styles.folds)}>
      {icon}
      <span className={styles.text}>{children}</span>
    </span>
  );
}
