import styles from "./ProgressRing.module.css";

type Props = {
  /** The accessible name, such as "Downloading 40 %". */
  label: string;
  /** 0 to 1. */
  value: number;
  size?: number;
};

/** A small progress ring, for downloads. */
export function ProgressRing({ label, value, size = 18 }: Props) {
  return (
    <svg role="img" aria-label={label} className={styles.ring} width={size} height={size} viewBox="0 0 20 20">
      <circle className={styles.track} cx="10" cy="10" r="8" />
      <circle className={styles.fill} cx="10" cy="10" r="8" pathLength="1" strokeDasharray={`${value} 2`} />
    </svg>
  );
}
