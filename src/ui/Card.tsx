import type { ComponentPropsWithRef, ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./Card.module.css";

type Props = Omit<ComponentPropsWithRef<"li">, "title"> & {
  /** The card's link or button, which covers the whole card. Absent while loading. */
  action?: ReactNode;
  cover: ReactNode;
  title: ReactNode;
  sub?: ReactNode;
  /** A button over the cover's corner, above the action. */
  extra?: ReactNode;
};

/** A cover with a title below, for `CardGrid`. */
export function Card({ action, cover, title, sub, extra, className, ...rest }: Props) {
  return (
    <li {...rest} className={classes(styles.card, className)}>
      {action && <div className={styles.action}>{action}</div>}
      <div className={styles.cover}>{cover}</div>
      <div className={styles.title}>{title}</div>
      {sub && <div className={styles.sub}>{sub}</div>}
      {extra && <div className={styles.extra}>{extra}</div>}
    </li>
  );
}
