import { useId, type ReactNode } from "react";
import styles from "./Section.module.css";

type Props = {
  title: string;
  /** At the end of the heading: a link or a small button. */
  action?: ReactNode;
  children: ReactNode;
};

/** A part of a page under its own heading. */
export function Section({ title, action, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
