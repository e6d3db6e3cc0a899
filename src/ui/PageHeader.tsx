import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./PageHeader.module.css";

type Props = {
  title: ReactNode;
  /** Above the title: what kind of thing it is. */
  eyebrow?: ReactNode;
  /** Below: owner, count. */
  sub?: ReactNode;
  /** A longer text. */
  children?: ReactNode;
  /** The main action first. */
  actions?: ReactNode;
  /** A `Cover` or `Avatar`; its size is the header's matter when it fills. */
  cover?: ReactNode;
  /** The Back button. */
  back?: ReactNode;
};

/** The head of a page: what it is, whose, and what can be done with it. */
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
