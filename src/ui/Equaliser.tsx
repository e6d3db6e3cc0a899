import styles from "./Equaliser.module.css";

type Props = {
  /** The text for screen readers, such as "Playing". */
  label: string;
  /** False while paused. */
  moving?: boolean;
};

/** Three bars that mark the current song. */
export function Equaliser({ label, moving = true }: Props) {
  return (
    <span role="img" aria-label={label} className={styles.bars} data-moving={moving || undefined}>
      <i />
      <i />
      <i />
    </span>
  );
}
