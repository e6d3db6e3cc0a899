import { classes } from "./classes.ts";
import { widgetTexts } from "./widget-texts.ts";
import { VisuallyHidden } from "./VisuallyHidden.tsx";
import styles from "./Spinner.module.css";

type Props = {
  /** What the user waits for. */
  label?: string;
  /** The white spinner on a dark disc, in place of a page's content (specification 3.2.3). */
  page?: boolean;
};

/** Progress of unknown length. */
export function Spinner({ label = widgetTexts.loading, page = false }: Props) {
  return (
    <span role="status" className={classes(styles.spinner, page && styles.page)}>
      <span className={styles.ring} aria-hidden="true" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
