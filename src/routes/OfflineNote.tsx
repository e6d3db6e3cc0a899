import { useApp } from "../features/auth/app.ts";
import { useOnline } from "../features/auth/use-live.ts";
import { texts } from "../texts/en.ts";
import styles from "./OfflineNote.module.css";

/** Offline is a state, told in one calm line above the player (specification 20.17); plain http has no offline (3.2.10). */
export function OfflineNote() {
  const { worker } = useApp();
  const online = useOnline();
  const note = online
    ? !worker.available && texts.frame.needsHttps
    : `${texts.frame.offlineNote}. ${texts.frame.dimmedNote}`;
  // Always there, so that a change is spoken.
  return (
    <p role="status" className={styles.note}>
      {note}
    </p>
  );
}
