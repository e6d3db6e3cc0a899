import type { CSSProperties } from "react";
import styles from "./Progress.module.css";

type Props = {
  label: string;
  /** 0 to 1; null while unknown. */
  value: number | null;
  /** The text for screen readers; a percentage by default. */
  valueText?: string;
};

/** A progress bar. */
export function Progress({ label, value, valueText }: Props) {
  return (
    <div
      role="progressbar"
      className={styles.track}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={value === null ? undefined : Math.round(value * 100)}
      aria-valuetext={valueText}
      data-unknown={value === null || undefined}
      style={{ "--share": value ?? 0.3 } as CSSProperties}
    >
      <div className={styles.fill} />
    </div>
  );
}
