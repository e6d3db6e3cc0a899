import styles from "./Mark.module.css";

/** Offbeat's mark: four beats, one of them off the grid. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg aria-hidden="true" className={styles.mark} width={size} height={size} viewBox="0 0 32 32">
      <rect x="3" y="11" width="5" height="10" rx="2.5" />
      <rect x="10" y="6" width="5" height="20" rx="2.5" />
      <rect className={styles.off} x="17" y="2" width="5" height="13" rx="2.5" />
      <rect x="24" y="11" width="5" height="10" rx="2.5" />
    </svg>
  );
}
