import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./PageHeader.module.css";

type Props = {
  title: ReactNode;
  /** Above the title: the kind of item. */
  eyebrow?: ReactNode;
  /** Below the title: owner and count. */
  sub?: ReactNode;
  /** A description. */
  children?: ReactNode;
  /** The main action first. */
  actions?: ReactNode;
  /** A `Cover` or `Avatar`; the header sizes it if it fills. */
  cover?: ReactNode;
  /** The Back button. */
  back?: ReactNode;
};

/** The header of a page: title, owner and actions. */
export function PageHeader({ title, eyebrow, sub, children, actions, cover, back }: Props) {
  return (
    <div className={styles.outer}>
      {back && <div className={styles.back}>{back}</div>}
      <header className={classes(styles.header, Boolean(cover) && styles.withCover)}>
        {cover && <div className={styles.cover}>{cover}</div>}
        <div className={styles.text}>
          {eyebrow && <p className={styles.eyebrow}>{eyebrow}</p>}
          <h1 className={styles.title}>{title}</h1>
          {sub && <div className={styles.sub}>{sub}</div>}
          {children && <div className={styles.more}>{children}</div>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      </header>
    </div>
  );
}
