import type { SongSnapshot } from "../../../contract/songs.ts";
import { useDownloadHold, useDownloads, useOnline } from "../../app/use-live-table.ts";
import { Cover } from "../../ui/Cover.tsx";
import { useCoverUrl } from "./cover-url.ts";
import { describeState, deviceState } from "./device-state.ts";
import { DeviceMark } from "./DeviceMark.tsx";
import { SongLines } from "./SongLines.tsx";
import styles from "./SongMenuTitle.module.css";

/** Which song a menu is about, where the sheet covers its row; and in words what the row's mark shows. */
export function SongMenuTitle({ song }: { song: SongSnapshot }) {
  const coverAddress = useCoverUrl();
  const online = useOnline();
  const hold = useDownloadHold();
  const state = deviceState(useDownloads()?.get(song._id), hold);
  return (
    <div className={styles.song} aria-hidden="true">
      <Cover src={coverAddress(song.songImage)} seed={song._id} title={song.title} size={48} />
      <div className={styles.text}>
        <SongLines {...song} />
        {/* Online, what is not to come has no mark. */}
        {!(state === "absent" && online) && (
          <div className={styles.device}>
            <DeviceMark state={state} online={online} />
            {describeState(state, online)}
          </div>
        )}
      </div>
    </div>
  );
}
