import { useEffect, useRef } from "react";
import { useApp } from "../../app/app-context.ts";
import { useOnline } from "../../app/use-live-table.ts";
import { texts } from "../../texts/en.ts";
import styles from "./OfflineNote.module.css";

/**
 * Offline is a state: said once in a visit, from then on the chip in the navigation carries it (specification 20.17).
 * Plain http has no offline use (3.2.10), which is told in a line above the player.
 */
export function OfflineNote() {
  const { toaster, worker } = useApp();
  const online = useOnline();
  const told = useRef(false);
  useEffect(() => {
    if (online || told.current || !worker.available) return;
    told.current = true;
    toaster.show({ kind: "info", id: "offline", text: texts.frame.offlineNote });
  }, [online, toaster, worker]);
  if (worker.available) return null;
  return <p className={styles.note}>{texts.frame.needsHttps}</p>;
}
