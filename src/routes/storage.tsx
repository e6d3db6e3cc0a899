import { useAccount, useApp } from "../app/app-context.ts";
import { DownloadControls } from "../features/offline/DownloadControls.tsx";
import { FlightCheck } from "../features/offline/FlightCheck.tsx";
import { PersistentStorage } from "../features/offline/PersistentStorage.tsx";
import { StorageUse } from "../features/offline/StorageUse.tsx";
import { texts } from "../texts/texts.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import styles from "./storage.module.css";

/** What this device keeps, and how much of it (specification 3.17.1). */
export function Storage() {
  const { worker } = useApp();
  const { isVolatile } = useAccount().db;
  return (
    <>
      <PageHeader title={texts.frame.storage}>{texts.storage.note}</PageHeader>
      {isVolatile ? (
        <EmptyState small title={texts.storage.volatile} />
      ) : worker.available ? (
        <div className={styles.lines}>
          <div>
            <DownloadControls />
            <FlightCheck />
          </div>
          <div>
            <StorageUse />
            <PersistentStorage />
          </div>
        </div>
      ) : (
        <EmptyState small title={texts.storage.needsHttps} />
      )}
    </>
  );
}
