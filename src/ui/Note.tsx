import type { ReactNode } from "react";
import styles from "./Note.module.css";

type Props = {
  /** Keep it mounted while it is closed: screen readers skip a live region that comes with its text. */
  open: boolean;
  /** A picture of 40 px. */
  icon?: ReactNode;
  children: ReactNode;
  /** Small buttons; none says that there is nothing to answer. */
  actions?: ReactNode;
};

/** A sentence above everything that waits for an answer and covers as little as it can. Announced when it comes. */
export const Note = ({ open, icon, children, actions }: Props) => (
  <div role="status" className={styles.region}>
    {open && (
      <div className={styles.note}>
        {icon}
        <p className={styles.text}>{children}</p>
        {actions && <span className={styles.actions}>{actions}</span>}
      </div>
    )}
  </div>
);
