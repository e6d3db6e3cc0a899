import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import type { tintOf } from "./cover-color.ts";
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
  /** Of the cover: what `tintOf` returns. */
  tint?: ReturnType<typeof tintOf>;
};

/** The header of a page: title, owner and actions. */
export function PageHeader({ title, eyebrow, sub, children, actions, cover, tint }: Props) {
  return (
    <div className={styles.outer} {...tint}>
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
