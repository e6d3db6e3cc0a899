import type { ComponentPropsWithRef, ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./ListRow.module.css";

type Props = Omit<ComponentPropsWithRef<"li">, "title"> & {
  /** The one button or link that the whole row stands for; it gets the row's area, its text stays for screen readers. */
  action?: ReactNode;
  /** Before the cover: the handle. */
  handle?: ReactNode;
  /** The cover, 40 px. */
  lead?: ReactNode;
  title: ReactNode;
  sub?: ReactNode;
  /** Marks and buttons at the end, above the row's action. */
  trail?: ReactNode;
  /** It plays now. */
  active?: boolean;
  /** Not available at present. */
  dimmed?: boolean;
};

/** A row of 56 px with slots; it does not know what it shows. */
export function ListRow({
  action,
  handle,
  lead,
  title,
  sub,
  trail,
  active,
  dimmed,
  className,
  ...rest
}: Props) {
  return (
    <li
      {...rest}
      aria-current={active ? "true" : undefined}
      data-dimmed={dimmed || undefined}
      className={classes(styles.row, className)}
    >
      {action && <div className={styles.action}>{action}</div>}
      {handle && <div className={styles.handle}>{handle}</div>}
      {lead && <div className={styles.lead}>{lead}</div>}
      <div className={styles.text}>
        <div className={styles.title}>{title}</div>
        {sub && <div className={styles.sub}>{sub}</div>}
      </div>
      {trail && <div className={styles.trail}>{trail}</div>}
    </li>
  );
}
