import type { ReactNode } from "react";
import styles from "./Note.module.css";

type Props = {
  /** A picture of 40 px. */
  icon?: ReactNode;
  children: ReactNode;
  /** Small buttons; none says that there is nothing to answer. */
  actions?: ReactNode;
};

/** A sentence above everything that waits for an answer and covers as little as it can. Announced when it comes. */
export const Note = ({ icon, children, actions }: Props) => (
  <div role="status" className={styles.note}>
    {icon}
    <p className={styles.text}>{children}</p>
    {actions && <span className={styles.actions}>{actions}</span>}
  </div>
);
