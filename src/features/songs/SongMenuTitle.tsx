import type { SongSnapshot } from "../../../contract/songs.ts";
import { Cover } from "../../ui/Cover.tsx";
import { useCoverUrl } from "./cover-url.ts";
import styles from "./SongMenuTitle.module.css";

/** Which song a menu is about, where the sheet covers its row. */
export function SongMenuTitle({ song }: { song: SongSnapshot }) {
  const coverAddress = useCoverUrl();
  return (
    <div className={styles.song} aria-hidden="true">
      <Cover src={coverAddress(song.songImage)} seed={song._id} title={song.title} size={48} />
      <div className={styles.text}>
        <div className={styles.title} dir="auto">
          {song.title}
        </div>
        <div className={styles.artist} dir="auto">
          {song.artist}
        </div>
      </div>
    </div>
  );
}
