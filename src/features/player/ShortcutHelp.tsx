import { texts } from "../../texts/texts.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import styles from "./ShortcutHelp.module.css";

/** The keyboard shortcuts, which `?` shows (specification 20.9). */
export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={texts.player.shortcutsTitle}>
      <dl className={styles.list}>
        {texts.player.shortcuts.map(([keys, act]) => (
          <div key={act} className={styles.line}>
            <dt>{act}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
