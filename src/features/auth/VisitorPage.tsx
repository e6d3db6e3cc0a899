import type { ReactNode } from "react";
import { texts } from "../../texts/en.ts";
import { Mark } from "../../ui/Mark.tsx";
import styles from "./VisitorPage.module.css";

type Props = {
  title: string;
  note?: ReactNode;
  /** Below the form: the way to the other forms. */
  footer?: ReactNode;
  children: ReactNode;
};

/** The frame of the screens of visitors (specification 3.3, 3.4). */
export function VisitorPage({ title, note, footer, children }: Props) {
  return (
    <div className={styles.page}>
      <p className={styles.brand}>
        <Mark />
        {texts.app.name}
      </p>
      <main className={styles.card}>
        <h1>{title}</h1>
        {note && <p className={styles.note}>{note}</p>}
        {children}
      </main>
      {footer && <div className={styles.footer}>{footer}</div>}
    </div>
  );
}
