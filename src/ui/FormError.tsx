import type { ReactNode } from "react";
import styles from "./FormError.module.css";

/** What went wrong with a form as a whole; spoken when it appears, takes no room while there is nothing. */
export function FormError({ children }: { children?: ReactNode }) {
  return (
    <div role="alert" className={styles.region}>
      {children && <p className={styles.error}>{children}</p>}
    </div>
  );
}
