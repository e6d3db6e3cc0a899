import type { ReactNode } from "react";
import type { Track } from "../../audio/player-state.ts";
import { texts } from "../../texts/texts.ts";
import { Cover } from "../../ui/Cover.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Section } from "../../ui/Section.tsx";
import { useCoverUrl } from "../songs/cover-url.ts";
import styles from "./FullPlayer.module.css";
import { ClearQueue } from "./ClearQueue.tsx";
import { PlayerMenu } from "./PlayerMenu.tsx";
import { QueueList } from "./QueueList.tsx";
import { SeekBar } from "./SeekBar.tsx";
import { Transport } from "./Transport.tsx";
import { usePlayerState } from "./use-player.ts";
import { sheetMark } from "./use-shortcuts.ts";
import { VolumeControl } from "./VolumeControl.tsx";

type Props = {
  track: Track;
  open: boolean;
  onClose: () => void;
  /** The like button. */
  like: ReactNode;
};

/** The player as a sheet: large cover, controls, volume and queue. */
export function FullPlayer({ track, open, onClose, like }: Props) {
  const coverAddress = useCoverUrl();
  const { awaitsNetwork, queue, index } = usePlayerState();
  const sub = awaitsNetwork ? texts.player.awaitsNetwork : track.artist;
  return (
    <Dialog open={open} onClose={onClose} title={texts.player.sheet} size="full" className={styles.player}>
      <div className={styles.sheet} {...{ [sheetMark]: "" }}>
        <div className={styles.cover}>
          <Cover src={coverAddress(track.songImage)} seed={track.songId} size="fill" sizes="min(90vw, 420px)" eager />
        </div>
        <div className={styles.controls}>
          <div className={styles.line}>
            <div className={styles.text}>
              <p className={styles.title} title={track.title} dir="auto">
                {track.title}
              </p>
              <p className={styles.artist} title={sub} dir="auto">
                {sub}
              </p>
            </div>
            {like}
            <PlayerMenu />
          </div>
          <SeekBar stacked />
          <Transport size="large" />
          <VolumeControl />
        </div>
        <div className={styles.next}>
          <Section title={texts.player.parts.ahead} action={<ClearQueue />}>
            <QueueList part="ahead" />
            {index === queue.length - 1 && <p className={styles.empty}>{texts.player.nothingAhead}</p>}
          </Section>
          {index > 0 && (
            <Section title={texts.player.parts.played}>
              <QueueList part="played" />
            </Section>
          )}
        </div>
      </div>
    </Dialog>
  );
}
