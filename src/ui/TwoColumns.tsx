import type { ReactNode } from "react";
import styles from "./TwoColumns.module.css";

type Props = {
  children: ReactNode;
  aside?: ReactNode;
  /** The content may still change its height: the column is not shown below it yet. */
  waits?: boolean;
};

/** Content with a right column, which moves below it where the page is narrower than 928 px. */
export function TwoColumns({ children, aside, waits = false }: Props) {
  return (
    <div className={styles.frame}>
      <div className={styles.columns}>
        <div className={styles.main}>{children}</div>
        {aside && (
          <aside className={styles.aside} data-waits={waits || undefined}>
            {aside}
          </aside>
        )}
      </div>
    </div>
  );
}
