import styles from "./Logo.module.css";

/** Offbeat's mark: a ring with the beat off its track. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg aria-hidden="true" className={styles.mark} width={size} height={size} viewBox="0 0 32 32">
      <path className={styles.ring} d="M 15.16 8.57 A 9.5 9.5 0 1 0 23.43 16.84" />
      <circle className={styles.beat} cx="23.6" cy="8.4" r="4.5" />
    </svg>
  );
}
