import styles from "./VisuallyHidden.module.css";

type Props = {
  /** Waits until the person types no more, such as a count of results. */
  polite?: boolean;
  children: string;
};

/** A live region: announces each new text, such as "Moved to 3 of 12". Keep it mounted, also while it is empty. */
export function LiveText({ polite = false, children }: Props) {
  return (
    <div
      role={polite ? "status" : undefined}
      aria-live={polite ? "polite" : "assertive"}
      aria-atomic="true"
      className={styles.hidden}
    >
      {children}
    </div>
  );
}
