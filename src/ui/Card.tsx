import type { ComponentPropsWithRef, ReactNode } from "react";
import styles from "./Card.module.css";
import { cardPlace } from "./CardSkeletons.tsx";
import { classes } from "./classes.ts";

type Props = Omit<ComponentPropsWithRef<"li">, "title"> & {
  /** The card's link or button, which covers the whole card. */
  action?: ReactNode;
  cover?: ReactNode;
  /** Absent while it is on its way: the card is its place, and stays the same element. */
  title?: ReactNode;
  sub?: ReactNode;
  /** Over the cover: the `Equaliser` of the current song. */
  mark?: ReactNode;
  /** A button over the cover's corner, above the action. */
  extra?: ReactNode;
  /** A button beside the text. */
  end?: ReactNode;
  /** It is the current song. */
  active?: boolean;
  /** Unavailable at present. */
  dimmed?: boolean;
};

/** A cover with a title below, for `CardGrid`. */
export function Card(props: Props) {
  const { action, cover, title, sub, mark, extra, end, active, dimmed, className, ...rest } = props;
  if (title === undefined) return cardPlace({ ...rest, className: classes(styles.card, className) });
  return (
    <li
      {...rest}
      aria-current={active ? "true" : undefined}
      data-dimmed={dimmed || undefined}
      className={classes(styles.card, className)}
    >
      {action && <div className={styles.action}>{action}</div>}
      <div className={styles.cover}>
        {cover}
        {mark && <span className={styles.mark}>{mark}</span>}
      </div>
      {extra && <div className={styles.extra}>{extra}</div>}
      <div className={styles.foot}>
        <div className={styles.text}>
          <div className={styles.title} dir="auto">
            {title}
          </div>
          {sub && (
            <div className={styles.sub} dir="auto">
              {sub}
            </div>
          )}
        </div>
        {end && <div className={styles.end}>{end}</div>}
      </div>
    </li>
  );
}
