import type { ReactNode } from "react";
import styles from "./RowIcon.module.css";

/** An icon in place of a row's cover, for those who see: the row's text says it all. */
export const RowIcon = ({ children }: { children: ReactNode }) => (
  <span className={styles.icon} aria-hidden="true">
    {children}
  </span>
);
