import { useEffect, useRef } from "react";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useOnline } from "../../app/use-live-table.ts";
import { texts } from "../../texts/texts.ts";
import styles from "./OfflineNote.module.css";

const toastId = "offline";

/**
 * Announces the offline state once per visit, until it ends; afterwards the chip in the navigation shows it
 * (specification 20.17). A sign-in of which nothing stays has no saved songs (specification 2.19). On plain http a line
 * above the player says that there is no offline use (specification 3.2.10).
 */
export function OfflineNote() {
  const { toaster, worker } = useApp();
  const { isVolatile } = useAccount().db;
  const online = useOnline();
  const announced = useRef(false);
  useEffect(() => {
    if (online) return toaster.dismiss(toastId);
    if (announced.current || !worker.available) return;
    announced.current = true;
    toaster.show({ kind: "info", id: toastId, text: isVolatile ? texts.frame.offlineUnkept : texts.frame.offlineNote });
  }, [online, toaster, worker, isVolatile]);
  if (worker.available) return null;
  return <p className={styles.note}>{texts.frame.needsHttps}</p>;
}
