import type { ComponentPropsWithRef, ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./ListRow.module.css";
import { rowPlace } from "./RowSkeletons.tsx";

interface Content {
  /** The row's main button or link, which covers the whole row; screen readers read its text. */
  action?: ReactNode;
  /** Before the cover: the drag handle. */
  handle?: ReactNode;
  /** The cover, 40 px, or 48 where the list is wide. */
  lead?: ReactNode;
  /** Over the cover: the `Equaliser` of the current song. */
  mark?: ReactNode;
  /** Absent while it is on its way: the row is its place, and stays the same element. */
  title?: ReactNode;
  sub?: ReactNode;
  /** Beside the text where the list is wide: album, then genre. */
  columns?: readonly ReactNode[];
  /** Marks and buttons after the text; they take presses before the row's action. */
  trail?: ReactNode;
  /** The duration: after `trail`; on phones beside `sub`. */
  time?: ReactNode;
  /** After the duration: the menu. */
  end?: ReactNode;
}

type FrameProps = Omit<ComponentPropsWithRef<"li">, "title"> & {
  /** It is the current song. */
  active?: boolean;
  /** Unavailable at present. */
  dimmed?: boolean;
  /** Its button chooses it and plays nothing. */
  isChoice?: boolean;
  /** On phones its title may take two lines: titles that begin alike are told apart by their ends. */
  hasLongTitle?: boolean;
};

type Props = FrameProps & Content;

/** A row of 56 px with slots for any content. */
export function ListRow({ action, handle, lead, mark, title, sub, columns, trail, time, end, ...frame }: Props) {
  return (
    <RowFrame {...frame}>
      {title !== undefined && <RowContent {...{ action, handle, lead, mark, title, sub, columns, trail, time, end }} />}
    </RowFrame>
  );
}

/**
 * The row's own element, for lists that memoize its content: a place in the list changes with every row before it. Without
 * content it is the place of a row that is on its way.
 */
export function RowFrame({ active, dimmed, isChoice, hasLongTitle, className, children, ...rest }: FrameProps) {
  if (!children) return rowPlace({ ...rest, className: classes(styles.row, className) });
  return (
    <li
      {...rest}
      aria-current={active ? "true" : undefined}
      data-dimmed={dimmed || undefined}
      data-choice={isChoice || undefined}
      data-long-title={hasLongTitle || undefined}
      className={classes(styles.row, className)}
    >
      {children}
    </li>
  );
}

export function RowContent({ action, handle, lead, mark, title, sub, columns, trail, time, end }: Content) {
  return (
    <>
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
      {columns?.map((text, index) => (
        <div key={index} className={styles.column} dir="auto">
          {text}
        </div>
      ))}
      {(trail || time || end) && (
        <div className={styles.trail}>
          {trail}
          {time && <span className={styles.time}>{time}</span>}
          {end}
        </div>
      )}
    </>
  );
}
