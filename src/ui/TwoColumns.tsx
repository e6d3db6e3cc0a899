import type { ReactNode } from "react";
import styles from "./TwoColumns.module.css";

/** Content with a right column, which moves below it under 1024 px. */
export function TwoColumns({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>{children}</div>
      {aside && <aside className={styles.aside}>{aside}</aside>}
    </div>
  );
}
