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
  /** Over the cover: the `Equaliser` of what plays. */
  mark?: ReactNode;
  title: ReactNode;
  sub?: ReactNode;
  /** Marks and buttons after the text, above the row's action. */
  trail?: ReactNode;
  /** The duration: after `trail`, on a phone beside `sub`. */
  time?: ReactNode;
  /** After the duration: the menu. */
  end?: ReactNode;
  /** It plays now. */
  active?: boolean;
  /** Not available at present. */
  dimmed?: boolean;
};

/** A row of 56 px with slots; it does not know what it shows. */
export function ListRow(props: Props) {
  const { action, handle, lead, mark, title, sub, trail, time, end, active, dimmed, className, ...rest } = props;
  return (
    <li
      {...rest}
      aria-current={active ? "true" : undefined}
      data-dimmed={dimmed || undefined}
      className={classes(styles.row, className)}
    >
      {action && <div className={styles.action}>{action}</div>}
      {handle && <div className={styles.handle}>{handle}</div>}
      {lead && (
        <div className={styles.lead}>
          {lead}
          {mark && <span className={styles.mark}>{mark}</span>}
        </div>
      )}
      <div className={styles.text}>
        <div className={styles.title} dir="auto">
          {title}
        </div>
        <div className={styles.subline}>
          {sub && (
            <div className={styles.sub} dir="auto">
              {sub}
            </div>
          )}
          {time && <span className={styles.time}>{time}</span>}
        </div>
      </div>
      {(trail || time || end) && (
        <div className={styles.trail}>
          {trail}
          {time && <span className={styles.time}>{time}</span>}
          {end}
        </div>
      )}
    </li>
  );
}
