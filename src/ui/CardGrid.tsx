import type { ReactNode, Ref } from "react";
import { classes } from "./classes.ts";
import styles from "./CardGrid.module.css";

type Props = {
  label: string;
  /** One row that scrolls sideways. */
  strip?: boolean;
  busy?: boolean;
  ref?: Ref<HTMLUListElement>;
  children: ReactNode;
};

/** A named list of cards, as a grid or as a strip. */
export function CardGrid({ label, strip = false, busy, ref, children }: Props) {
  return (
    <ul
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
      role="list"
      aria-label={label}
      aria-busy={busy}
      className={classes(styles.grid, strip && styles.strip)}
    >
      {children}
    </ul>
  );
}
