import { useId, type ReactNode } from "react";
import styles from "./Section.module.css";

type Props = {
  title: string;
  /** A link or small button at the end of the heading. */
  action?: ReactNode;
  children: ReactNode;
};

/** A section of a page with a heading. */
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
