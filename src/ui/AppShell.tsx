import { type ReactNode, useContext, useEffect, useRef } from "react";
import { SkipLink } from "./SkipLink.tsx";
import { ToastRegion } from "./toast-region.ts";
import styles from "./AppShell.module.css";

type Props = {
  skipLabel: string;
  /** A `NavBar`. */
  nav?: ReactNode;
  children: ReactNode;
  /** `Note`s, one above the other over the dock. */
  notes?: ReactNode;
  /** The player bar; the shell places and frames it. */
  player?: ReactNode;
  /** A `TabBar`; shown on phones only. */
  tabs?: ReactNode;
};

/**
 * The frame of every page. The document scrolls and the bars are sticky, so nothing ends up behind them at any text
 * size.
 */
export function AppShell({ skipLabel, nav, children, notes, player, tabs }: Props) {
  const shell = useRef<HTMLDivElement>(null);
  const noted = useRef<HTMLDivElement>(null);
  const hasFoot = Boolean(player || tabs);

  // What focus must not scroll behind, beside the bars (`styles/base.css`).
  useEffect(() => {
    const notes = noted.current;
    if (!hasFoot || notes === null) return;
    const show = () => shell.current?.style.setProperty("--notes", `${notes.offsetHeight}px`);
    const observer = new ResizeObserver(show);
    // From the first key on: it styles all of the page anew, which would hold up the first screen.
    const follow = () => {
      show();
      observer.observe(notes);
    };
    document.addEventListener("keydown", follow, { capture: true, once: true });
    return () => {
      document.removeEventListener("keydown", follow, { capture: true });
      observer.disconnect();
    };
  }, [hasFoot]);

  return (
    <div ref={shell} className={styles.shell}>
      <SkipLink>{skipLabel}</SkipLink>
      {nav && <header className={styles.nav}>{nav}</header>}
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {/* In the tab order between the content and the player. */}
      <div ref={useContext(ToastRegion)} />
      {hasFoot && (
        <div className={styles.foot}>
          <div ref={noted} className={styles.notes}>
            {notes}
          </div>
          <div className={styles.dock}>
            {player && <div className={styles.player}>{player}</div>}
            {tabs && <div className={styles.tabs}>{tabs}</div>}
          </div>
        </div>
      )}
    </div>
  );
}
