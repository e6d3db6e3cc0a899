import { RotateCcw } from "lucide-react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { retryFailed } from "../../sync/reconcile-downloads.ts";
import { texts } from "../../texts/texts.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { control } from "../lists/use-roving-focus.ts";

/** "Retry the download of {title}", in the row of a song that could not be kept on this device (specification 17.12). */
export function RetryDownload({ song, tabIndex }: { song: SongSnapshot; tabIndex: number | undefined }) {
  const { worker, toaster } = useApp();
  const { db, uid } = useAccount();
  const retry = async () => {
    try {
      await retryFailed(db, song._id);
      worker.requestDownloads(uid, true);
    } catch (error) {
      console.error(error);
      toaster.failure(texts.songs.notKept);
    }
  };
  return (
    <IconButton
      size="small"
      label={texts.songs.retryDownload(song.title)}
      icon={<RotateCcw />}
      tabIndex={tabIndex}
      {...control("download")}
      onClick={() => void retry()}
    />
  );
}
