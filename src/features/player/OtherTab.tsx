import { AudioLines } from "lucide-react";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import type { Elsewhere } from "./player-tabs.ts";
import styles from "./OtherTab.module.css";

/** What another tab plays, and the way to play it here (specification 6.26). */
export function OtherTab({ elsewhere, onTake }: { elsewhere: Elsewhere; onTake: () => void }) {
  return (
    <div className={styles.line} role="status">
      <AudioLines aria-hidden="true" />
      <p className={styles.text} dir="auto">
        {texts.player.elsewhere(elsewhere.title, elsewhere.artist)}
      </p>
      <Button small onClick={onTake}>
        {texts.player.playHere}
      </Button>
    </div>
  );
}
