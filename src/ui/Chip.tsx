import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./Chip.module.css";

type Props = {
  icon?: ReactNode;
  children: ReactNode;
  /** `device` for what is on this device, `attention` for what needs the user. */
  tone?: "neutral" | "device" | "attention";
  /** Where there is no room it is the icon with this in place of the text, which stays for screen readers. */
  short?: ReactNode;
};

/** A quiet mark with a text, such as "Private" or the state of the sync. */
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
