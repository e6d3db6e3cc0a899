import type { ComponentPropsWithRef, ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./Card.module.css";

type Props = Omit<ComponentPropsWithRef<"li">, "title"> & {
  /** The card's link or button, which covers the whole card. Absent while loading. */
  action?: ReactNode;
  cover: ReactNode;
  title: ReactNode;
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
      {extra && <div className={styles.extra}>{extra}</div>}
    </li>
  );
}
