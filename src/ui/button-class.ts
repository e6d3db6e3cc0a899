import { classes } from "./classes.ts";
import styles from "./Button.module.css";

export type ButtonVariant = "main" | "quiet" | "danger" | "plain";

/** Styles a link as a button. */
export const buttonClass = (variant: ButtonVariant = "quiet", small = false) =>
  classes(styles.button, styles[variant], small && styles.small);
