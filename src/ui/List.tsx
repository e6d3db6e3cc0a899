import type { ReactNode } from "react";
import styles from "./List.module.css";

type Props = { label: string; children: ReactNode; busy?: boolean };

/** A named list of rows. */
export function List({ label, children, busy }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
    <ul role="list" aria-label={label} aria-busy={busy} className={styles.list}>
      {children}
    </ul>
  );
}
