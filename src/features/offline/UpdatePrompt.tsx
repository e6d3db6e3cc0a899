import { useEffect, useSyncExternalStore } from "react";
import { useApp } from "../../app/app-context.ts";
import { reloadWhenQuiet } from "../player/reload-when-quiet.ts";
import { updates } from "../../pwa/update-state.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Note } from "../../ui/Note.tsx";
import styles from "./UpdatePrompt.module.css";

const isTyping = () =>
  (document.activeElement?.closest("form") ?? document.querySelector("dialog[open] form")) !== null;

/** Offers a new version. Reloads only this page, and never while something plays or is filled in (specification 17.40, 17.41). */
export function UpdatePrompt() {
  const { loadedAudio } = useApp();
  const { arrived, waiting, replaced, accepted, dismissed } = useSyncExternalStore(updates.subscribe, updates.get);

  useEffect(() => {
    if (!accepted || !replaced) return;
    return reloadWhenQuiet(loadedAudio, isTyping);
  }, [accepted, replaced, loadedAudio]);

  return (
    <div className={styles.prompt}>
      <Note
        open={(waiting || replaced) && dismissed !== arrived}
        actions={
          <>
            {/* Once accepted this only hides the sentence. */}
            <Button small variant="plain" leaves onClick={updates.dismiss}>
              {accepted ? texts.frame.hide : texts.frame.later}
            </Button>
            {!accepted && (
              <Button small variant="main" leaves onClick={updates.accept}>
                {texts.app.update}
              </Button>
            )}
          </>
        }
      >
        {accepted ? texts.frame.updateWhenQuiet : texts.app.updateReady}
      </Note>
    </div>
  );
}
