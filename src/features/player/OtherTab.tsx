import { AudioLines } from "lucide-react";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import type { Elsewhere } from "./player-tabs.ts";
import styles from "./OtherTab.module.css";

/** What another tab plays, and the way to play it here (specification 6.26). */
export function OtherTab({ elsewhere, onTake }: { elsewhere: Elsewhere | null; onTake: () => void }) {
  return (
    // Mounted before its first text, else screen readers skip it.
    <div role="status">
      {elsewhere && (
        <div className={styles.line}>
          <AudioLines aria-hidden="true" />
          <p className={styles.text} dir="auto">
            {texts.player.elsewhere(elsewhere.title, elsewhere.artist)}
          </p>
          <Button small leaves onClick={() => onTake()}>
            {texts.player.playHere}
          </Button>
        </div>
      )}
    </div>
  );
}
