import styles from "./SteadyText.module.css";

type Props = {
  children: string;
  /** What stands here at other times. */
  or: string;
};

/** A text in the room of the wider one of two: when it changes, nothing beside or below it moves. */
export const SteadyText = ({ children, or }: Props) => (
  <span className={styles.text} data-or={or}>
    {children}
  </span>
);
