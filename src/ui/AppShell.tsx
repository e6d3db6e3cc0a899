import type { ReactNode } from "react";
import { SkipLink } from "./SkipLink.tsx";
import styles from "./AppShell.module.css";

type Props = {
  skipLabel: string;
  /** A `NavBar`. */
  nav?: ReactNode;
  children: ReactNode;
  /** The player bar; the shell gives it surface and place. */
  player?: ReactNode;
  /** A `TabBar`; shown on phones only. */
  tabs?: ReactNode;
};

/**
 * The frame of every page. The document scrolls; the bars are sticky parts of the flow, so that nothing can end up
 * behind them, whatever their height at the reader's text size.
 */
export function AppShell({ skipLabel, nav, children, player, tabs }: Props) {
  return (
    <div className={styles.shell}>
      <SkipLink>{skipLabel}</SkipLink>
      {nav && <div className={styles.nav}>{nav}</div>}
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {(player || tabs) && (
        <div className={styles.dock}>
          {player && <div className={styles.player}>{player}</div>}
          {tabs && <div className={styles.tabs}>{tabs}</div>}
        </div>
      )}
    </div>
  );
}
