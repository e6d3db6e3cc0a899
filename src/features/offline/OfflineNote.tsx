import { useEffect, useRef } from "react";
import { useApp } from "../../app/app-context.ts";
import { useDownloads, useOnline, useStorage } from "../../app/use-live-table.ts";
import { texts } from "../../texts/texts.ts";
import { hasReady } from "../songs/device-state.ts";
import styles from "./OfflineNote.module.css";

const toastId = "offline";

/**
 * Announces the offline state once per visit, until it ends; afterwards the chip in the navigation shows it
 * (specification 20.17). Saved songs are named where there are any, which a sign-in of which nothing stays never has
 * (specification 2.19). On plain http a line above the player says that there is no offline use (specification 3.2.10).
 */
export function OfflineNote() {
  const { toaster, worker } = useApp();
  const downloads = useDownloads();
  const hasSongs = downloads && hasReady(downloads);
  const isStorageBroken = useStorage() === false;
  const online = useOnline();
  const announced = useRef(false);
  useEffect(() => {
    if (online) return toaster.dismiss(toastId);
    if (announced.current || !worker.available) return;
    // Not read yet.
    if (hasSongs === undefined && !isStorageBroken) return;
    announced.current = true;
    toaster.show({ kind: "info", id: toastId, text: hasSongs ? texts.frame.offlineNote : texts.frame.offlineUnkept });
  }, [online, toaster, worker, hasSongs, isStorageBroken]);
  if (worker.available) return null;
  return <p className={styles.note}>{texts.frame.needsHttps}</p>;
}
