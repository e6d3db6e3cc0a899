import styles from "./VisuallyHidden.module.css";

/** Speaks a text whenever it changes, such as "Moved to 3 of 12"; keep it mounted. */
export function LiveText({ children }: { children: string }) {
  return (
    <div aria-live="assertive" aria-atomic="true" className={styles.hidden}>
      {children}
    </div>
  );
}
