import type { ReactNode } from "react";
import styles from "./NamedCount.module.css";

type Props = {
  /** Cut at its end where there is no room. */
  name: ReactNode;
  /** A number with its noun, shown whole; undefined while unknown. */
  count: ReactNode;
};

/** Whose something is, and how many are in it, in one line; with large text on a phone in two. */
export const NamedCount = ({ name, count }: Props) => (
  <span className={styles.line}>
    <span className={styles.name}>{name}</span>
    {count !== undefined && (
      <span className={styles.count}>
        <span className={styles.dot}>{" · "}</span>
        <span>{count}</span>
      </span>
    )}
  </span>
);
