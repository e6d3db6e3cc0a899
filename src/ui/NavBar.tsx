import type { ReactNode } from "react";
import styles from "./NavBar.module.css";

type Props = {
  /** Its accessible name. */
  label: string;
  /** At the start: the logo, which links to Home. */
  start?: ReactNode;
  /** Beside it: links to the main screens; on phones they are in the `TabBar`. */
  links?: ReactNode;
  /** In the middle; on phones only with `showSearch`. */
  search?: ReactNode;
  showSearch?: boolean;
  /** The page has a field of its own where the bar has room for the icon only. */
  searchBelow?: boolean;
  /** At the end: sync chip, avatar, account menu. */
  end?: ReactNode;
};

/** The top bar, which also styles its links. */
export function NavBar({ label, start, links, search, showSearch = false, searchBelow = false, end }: Props) {
  return (
    <nav aria-label={label} className={styles.bar}>
      <div className={styles.start}>
        {start}
        {links && <div className={styles.links}>{links}</div>}
      </div>
      {search && (
        <div className={styles.search} data-always={showSearch || undefined} data-below={searchBelow || undefined}>
          {search}
        </div>
      )}
      <div className={styles.end}>{end}</div>
    </nav>
  );
}
