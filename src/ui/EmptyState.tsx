import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./EmptyState.module.css";

type Props = {
  /** What the list says when it is empty. */
  title: string;
  icon?: ReactNode;
  children?: ReactNode;
  /** A button that helps. */
  action?: ReactNode;
  /** A failure, which screen readers announce at once. */
  failed?: boolean;
  /** Stands in place of a whole screen, whose heading its title is. */
  whole?: boolean;
  /** Takes less space, inside a card or a column. */
  small?: boolean;
};

/** Says why a list or screen is empty, or that it failed to load, and what helps. */
export function EmptyState({ title, icon, children, action, failed, whole, small }: Props) {
  return (
    <div
      role={failed ? "alert" : undefined}
      className={classes(styles.empty, small && styles.small, failed && styles.failed)}
    >
      {icon && (
        <span className={styles.icon}>
          <Ring />
          {icon}
        </span>
      )}
      {whole ? <h1 className={styles.heading}>{title}</h1> : <p className={styles.title}>{title}</p>}
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** Offbeat's mark around the icon. */
const Ring = () => (
  <svg className={styles.ring} aria-hidden="true" viewBox="0 0 32 32">
    <path d="M 16.59 4.09 A 13 13 0 1 0 27.9 15.41" />
    <circle cx="27.6" cy="4.4" r="2.4" />
  </svg>
);
