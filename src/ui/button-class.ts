import { classes } from "./classes.ts";
import styles from "./Button.module.css";

export type ButtonVariant = "main" | "quiet" | "danger" | "plain";

/** The looks of a button for something that is a link. */
export const buttonClass = (variant: ButtonVariant = "quiet", small = false) =>
  classes(styles.button, styles[variant], small && styles.small);
