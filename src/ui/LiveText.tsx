import styles from "./VisuallyHidden.module.css";

/** A live region: announces each new text, such as "Moved to 3 of 12". Keep it mounted. */
export function LiveText({ children }: { children: string }) {
  return (
    <div aria-live="assertive" aria-atomic="true" className={styles.hidden}>
      {children}
    </div>
  );
}
