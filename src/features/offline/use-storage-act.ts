import { useAccount, useApp } from "../../app/app-context.ts";
import { changeSettings, type DownloadSettings } from "../../sync/download-settings.ts";
import { texts } from "../../texts/texts.ts";

/** Runs a change of what the device keeps; a full or failing disk is told. */
export function useStorageAct(): (work: () => Promise<unknown>) => void {
  const { toaster } = useApp();
  return (work) => {
    work().catch((error: unknown) => {
      console.error(error);
      toaster.failure(texts.storage.noEffect);
    });
  };
}

export function useChangeSettings(): (change: Partial<DownloadSettings>) => void {
  const { db } = useAccount();
  const act = useStorageAct();
  return (change) => act(() => changeSettings(db, change));
}
