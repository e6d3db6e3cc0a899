import { useEffect, useSyncExternalStore } from "react";
import { texts } from "../../texts/texts.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { shortcutHelp } from "./shortcut-help.ts";
import styles from "./ShortcutHelp.module.css";

const close = () => shortcutHelp.set(false);

/** The keyboard shortcuts, which `?` and the account menu show (specification 20.9). */
export function ShortcutHelp() {
  const open = useSyncExternalStore(shortcutHelp.subscribe, shortcutHelp.get);
  useEffect(() => close, []);
  return (
    <Dialog open={open} onClose={close} title={texts.player.shortcutsTitle}>
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
