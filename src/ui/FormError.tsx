import type { ReactNode } from "react";
import styles from "./FormError.module.css";

/** An error of the whole form. Screen readers announce it; without an error it takes no space. */
export function FormError({ children }: { children?: ReactNode }) {
  return (
    <div role="alert" className={styles.region}>
      {children && <p className={styles.error}>{children}</p>}
    </div>
  );
}
