import type { ReactNode } from "react";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./SomeMissing.module.css";

/** What is missing in a list, and what helps; above or below it. */
export const ListNote = ({ text, children }: { text: string; children: ReactNode }) => (
  <p className={styles.missing}>
    {text}
    {children}
  </p>
);

/** Below a list of which some could not be loaded (specification 9.14). */
export const SomeMissing = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <ListNote text={text}>
    <Button small leaves onClick={() => onRetry()}>
      {texts.lists.retry}
    </Button>
  </ListNote>
);
