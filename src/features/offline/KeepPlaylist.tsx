import { CircleArrowDown, CircleCheck } from "lucide-react";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useDownloads, useKeptPlaylists } from "../../app/use-live-table.ts";
import { keepPlaylist } from "../../db/kept-playlists.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { classes } from "../../ui/classes.ts";
import compact from "../../ui/compact-button.module.css";
import { HeldDownloads } from "./HeldDownloads.tsx";
import styles from "./KeepPlaylist.module.css";
import { useLetGo } from "./use-let-go.tsx";

type Props = {
  playlist: PlaylistSnapshot;
  /** Its songs; undefined while unknown. */
  ids: readonly string[] | undefined;
};

/** "Keep on this device" on a playlist's screen, with how many of its songs are here (specification 3.11.8). */
export function KeepPlaylist({ playlist, ids }: Props) {
  const { worker, toaster } = useApp();
  const { db } = useAccount();
  const kept = useKeptPlaylists();
  const { letGo, question } = useLetGo();
  const downloads = useDownloads();
  // On plain http nothing can be kept, and for a sign-in that goes with the browser nothing may be.
  if (!worker.available || db.isVolatile) return null;
  const isKept = kept?.some(({ playlistId }) => playlistId === playlist._id) === true;
  const toggle = async () => {
    try {
      await (isKept ? letGo({ playlistId: playlist._id, title: playlist.title }) : keepPlaylist(db, playlist));
    } catch (error) {
      console.error(error);
      toaster.failure(texts.songs.notKept);
    }
  };
  const here = ids?.filter((id) => downloads?.get(id)?.state === "ready").length ?? 0;
  return (
    <>
      <Button
        icon={isKept ? <CircleCheck /> : <CircleArrowDown />}
        aria-label={texts.offline.keep}
        aria-pressed={isKept}
        // Before the device's storage is read the button would say the wrong thing.
        disabled={kept === undefined || downloads === undefined}
        className={classes(compact.compact, isKept && styles.kept)}
        onClick={() => void toggle()}
      >
        <span className={compact.long}>{texts.offline.keep}</span>
        <span className={compact.short}>{texts.offline.keepShort}</span>
      </Button>
      {question}
      {isKept && ids !== undefined && ids.length > 0 && (
        <div className={styles.progress}>
          <span>{texts.offline.keptCount(here, ids.length)}</span>
          <HeldDownloads ids={ids} />
        </div>
      )}
    </>
  );
}
