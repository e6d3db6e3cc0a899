import styles from "./Equaliser.module.css";

type Props = {
  /** What screen readers hear, such as "Playing". */
  label: string;
  /** Still while paused. */
  moving?: boolean;
};

/** Three bars that mark what plays now. */
export function Equaliser({ label, moving = true }: Props) {
  return (
    <span role="img" aria-label={label} className={styles.bars} data-moving={moving || undefined}>
      <i />
      <i />
      <i />
    </span>
  );
}
