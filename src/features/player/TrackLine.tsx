import { useSyncExternalStore } from "react";
import { useAccount } from "../../app/app-context.ts";
import { useOnline } from "../../app/use-live-table.ts";
import type { Track } from "../../audio/player-state.ts";
import { texts } from "../../texts/texts.ts";
import { Cover } from "../../ui/Cover.tsx";
import { useCoverUrl } from "../songs/cover-url.ts";
import { mayBeHere } from "../songs/device-state.ts";
import { movingCover } from "./moving-cover.ts";
import styles from "./TrackLine.module.css";
import { useIsOn, usePlayerState } from "./use-player.ts";

type Props = {
  track: Track;
  /** Whether the full player is open, whose cover then is the one that moves. */
  covered: boolean;
  onOpen: () => void;
};

/** There is no network, the song is not on this device, and it does not play on from what is buffered. */
function useIsOutOfReach(songId: string): boolean {
  const online = useOnline();
  const isOn = useIsOn();
  const { downloads } = useAccount();
  const isHere = useSyncExternalStore(downloads.subscribe, () => mayBeHere(songId, downloads.get()));
  return !online && !isOn && !isHere;
}

/** Cover, title, and artist or network state of the current track. Pressing it opens the full player. */
export function TrackLine({ track, covered, onOpen }: Props) {
  const awaitsNetwork = usePlayerState((state) => state.awaitsNetwork);
  const isOutOfReach = useIsOutOfReach(track.songId);
  const sub = awaitsNetwork ? texts.player.awaitsNetwork : isOutOfReach ? texts.songs.notOnDevice : track.artist;
  const coverAddress = useCoverUrl();
  return (
    <div className={styles.line}>
      <div style={covered ? {} : movingCover}>
        <Cover src={coverAddress(track.songImage)} seed={track.songId} title={track.title} size={48} />
      </div>
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
