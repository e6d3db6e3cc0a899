import { type ReactNode, useRef } from "react";
import { classes } from "./classes.ts";
import { useListMotion } from "./use-list-motion.ts";
import styles from "./List.module.css";

type Props = {
  label: string;
  children: ReactNode;
  busy?: boolean;
  /** Its rows slide to their new places; see `useListMotion`. */
  moving?: boolean;
  className?: string | undefined;
};

/** A named list of rows. */
export function List({ label, children, busy, moving = false, className }: Props) {
  const ref = useRef<HTMLUListElement>(null);
  useListMotion(ref, moving);
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
    <ul ref={ref} role="list" aria-label={label} aria-busy={busy} className={classes(styles.list, className)}>
      {children}
    </ul>
  );
}
