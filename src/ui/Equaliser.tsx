import styles from "./Equaliser.module.css";

type Props = {
  /** The text for screen readers, such as "Playing". */
  label: string;
  /** False while paused. */
  moving?: boolean;
};

/** The mark of the current song: Offbeat's ring, whose dot moves off the beat; a triangle while it is paused. */
export function Equaliser({ label, moving = true }: Props) {
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.mark}
      data-moving={moving || undefined}
      width="16"
      height="16"
      viewBox="0 0 32 32"
    >
      {moving ? (
        <>
          <path className={styles.ring} d="M 15.16 8.57 A 9.5 9.5 0 1 0 23.43 16.84" />
          <circle className={styles.dot} cx="23.6" cy="8.4" r="5" />
        </>
      ) : (
        <path className={styles.dot} d="M 10 5 L 27 16 L 10 27 Z" />
      )}
    </svg>
  );
}
