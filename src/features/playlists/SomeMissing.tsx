import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./SomeMissing.module.css";

/** Below a list of playlists of which some could not be loaded (specification 9.14). */
export const SomeMissing = ({ onRetry }: { onRetry: () => void }) => (
  <p className={styles.missing}>
    {texts.playlists.someMissing}
    <Button small onClick={onRetry}>
      {texts.playlists.retry}
    </Button>
  </p>
);
