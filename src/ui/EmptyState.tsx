import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./EmptyState.module.css";

type Props = {
  /** The specified sentence. */
  title: string;
  icon?: ReactNode;
  children?: ReactNode;
  /** What helps: a Button. */
  action?: ReactNode;
  /** A failure: spoken at once. */
  failed?: boolean;
  /** Less room, inside a card or a column. */
  small?: boolean;
};

/** Nothing here, or it could not be loaded: why, and what helps. */
export function EmptyState({ title, icon, children, action, failed, small }: Props) {
  return (
    <div role={failed ? "alert" : undefined} className={classes(styles.empty, small && styles.small)}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
