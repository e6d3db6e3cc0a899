import type { ReactNode } from "react";
import styles from "./NavBar.module.css";

type Props = {
  /** Its accessible name. */
  label: string;
  /** At the start: the mark, the link "Home". */
  start?: ReactNode;
  /** Beside it: links to the main screens; on phones the `TabBar` has them. */
  links?: ReactNode;
  /** In the middle; on phones only where the page asks for it (`showSearch`). */
  search?: ReactNode;
  showSearch?: boolean;
  /** At the end: sync chip, avatar, account menu. */
  end?: ReactNode;
};

/** The bar on top. Links get its looks by themselves. */
export function NavBar({ label, start, links, search, showSearch = false, end }: Props) {
  return (
    <nav aria-label={label} className={styles.bar}>
      <div className={styles.start}>
        {start}
        {links && <div className={styles.links}>{links}</div>}
      </div>
      {search && (
        <div className={styles.search} data-always={showSearch || undefined}>
          {search}
        </div>
      )}
      <div className={styles.end}>{end}</div>
    </nav>
  );
}
