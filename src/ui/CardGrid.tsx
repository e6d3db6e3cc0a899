import { type ReactNode, useRef } from "react";
import { classes } from "./classes.ts";
import { StripArrows } from "./StripArrows.tsx";
import { useListMotion } from "./use-list-motion.ts";
import { useStripStart } from "./use-strip-start.ts";
import styles from "./CardGrid.module.css";

type Props = {
  label: string;
  /** One row that scrolls sideways. */
  strip?: boolean;
  /** Three in one line. */
  thirds?: boolean;
  busy?: boolean;
  /** Its cards slide to their new places; see `useListMotion`. */
  moving?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** A named list of cards, as a grid or as a strip. */
export function CardGrid(props: Props) {
  const { label, strip = false, thirds = false, busy, moving = false, className, children } = props;
  const ref = useRef<HTMLUListElement>(null);
  useListMotion(ref, moving);
  useStripStart(ref, strip);
  const list = (
    <ul
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
      role="list"
      aria-label={label}
      aria-busy={busy}
      className={classes(styles.grid, strip && styles.strip, thirds && styles.thirds, className)}
    >
      {children}
    </ul>
  );
  if (!strip) return list;
  return (
    <div className={styles.shelf}>
      {list}
      {!busy && <StripArrows strip={ref} />}
    </div>
  );
}
