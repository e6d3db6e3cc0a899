import { type ReactNode, useContext } from "react";
import { SkipLink } from "./SkipLink.tsx";
import { ToastRegion } from "./toast-region.ts";
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
      {nav && <header className={styles.nav}>{nav}</header>}
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {/* Tab comes by on its way from the content to the player. */}
      <div ref={useContext(ToastRegion)} />
      {(player || tabs) && (
        <div className={styles.dock}>
          {player && <div className={styles.player}>{player}</div>}
          {tabs && <div className={styles.tabs}>{tabs}</div>}
        </div>
      )}
    </div>
  );
}
