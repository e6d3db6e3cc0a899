import type { Track } from "../../audio/player-state.ts";
import { texts } from "../../texts/texts.ts";
import { Cover } from "../../ui/Cover.tsx";
import { useCoverUrl } from "../songs/cover-url.ts";
import styles from "./TrackLine.module.css";
import { usePlayerState } from "./use-player.ts";

/** Cover, title, and artist or network state of the current track. Pressing it opens the full player. */
export function TrackLine({ track, onOpen }: { track: Track; onOpen: () => void }) {
  const { awaitsNetwork } = usePlayerState();
  const sub = awaitsNetwork ? texts.player.awaitsNetwork : track.artist;
  const coverAddress = useCoverUrl();
  return (
    <div className={styles.line}>
      <Cover src={coverAddress(track.songImage)} seed={track.songId} size={48} />
      <div className={styles.text}>
        <div className={styles.title} title={track.title} dir="auto">
          {track.title}
        </div>
        <div className={styles.artist} title={sub} dir="auto">
          {sub}
        </div>
      </div>
      <button type="button" className={styles.open} aria-label={texts.player.open} onClick={onOpen} />
    </div>
  );
}
