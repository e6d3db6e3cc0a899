import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./SomeMissing.module.css";

/** Below a list of which some could not be loaded (specification 9.14). */
export const SomeMissing = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <p className={styles.missing}>
    {text}
    <Button small leaves onClick={() => onRetry()}>
      {texts.lists.retry}
    </Button>
  </p>
);
