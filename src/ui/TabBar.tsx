import type { ReactNode } from "react";
import styles from "./TabBar.module.css";

/** The bottom bar of phones: links with an icon above a `<span>`; highlights the one with `aria-current`. */
export function TabBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={styles.bar}>
      {children}
    </nav>
  );
}
