import styles from "./VisuallyHidden.module.css";

type Props = {
  /** Waits until the person types no more, such as a count of results. */
  polite?: boolean;
  /** In another turn a text is announced again that is already there. */
  turn?: number;
  children: string;
};

/** A live region: announces each new text, such as "Moved to 3 of 12". Keep it mounted, also while it is empty. */
export function LiveText({ polite = false, turn = 0, children }: Props) {
  return (
    <div
      role={polite ? "status" : undefined}
      aria-live={polite ? "polite" : "assertive"}
      aria-atomic="true"
      className={styles.hidden}
    >
      <span key={turn}>{children}</span>
    </div>
  );
}
