import type { ReactNode } from "react";
import styles from "./NamedCount.module.css";

type Props = {
  /** Cut at its end where there is no room. */
  name: ReactNode;
  /** A number with its noun, shown whole; undefined while unknown. */
  count: ReactNode;
};

/** Whose something is, and how many are in it, in one line. */
export const NamedCount = ({ name, count }: Props) => (
  <span className={styles.line}>
    <span className={styles.name}>{name}</span>
    {count !== undefined && (
      <span className={styles.count}>
        {" · "}
        <span>{count}</span>
      </span>
    )}
  </span>
);
