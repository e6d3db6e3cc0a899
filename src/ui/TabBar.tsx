import type { ReactNode } from "react";
import styles from "./TabBar.module.css";

/** The phone's bar at the bottom: links of an icon over a `<span>`; the one with `aria-current="page"` stands out. */
export function TabBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={styles.bar}>
      {children}
    </nav>
  );
}
