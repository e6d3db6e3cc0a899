import { type ReactNode, useId } from "react";
import type { tintOf } from "./cover-color.ts";
import styles from "./HeroPanel.module.css";

type Props = {
  /** What it is about, above the title. */
  heading: ReactNode;
  cover?: ReactNode;
  title?: ReactNode;
  sub?: ReactNode;
  /** A sentence in place of it, which is shown whole. */
  hint?: ReactNode;
  actions?: ReactNode;
  /** Beside the text, in place of a cover. */
  children?: ReactNode;
  busy?: boolean;
  /** Of the cover: what `tintOf` returns. */
  tint?: ReturnType<typeof tintOf>;
};

/** The first thing of a screen: one large cover with what to do. Always equally high, so that nothing below moves. */
export function HeroPanel({ heading, cover, title, sub, hint, actions, children, busy, tint }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} aria-busy={busy} className={styles.panel} {...tint}>
      {cover && <div className={styles.cover}>{cover}</div>}
      <div className={styles.text}>
        <h2 id={id} className={styles.heading}>
          {heading}
        </h2>
        {title && (
          <p className={styles.title} dir="auto">
            {title}
          </p>
        )}
        {sub && <div className={styles.sub}>{sub}</div>}
        {hint && <p className={styles.hint}>{hint}</p>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children && <div className={styles.beside}>{children}</div>}
    </section>
  );
}
