import { ListMusic, MicVocal } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Track } from "../../audio/player-state.ts";
import { texts } from "../../texts/texts.ts";
import { classes } from "../../ui/classes.ts";
import { Cover } from "../../ui/Cover.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { focusHeading, rescueFocus } from "../../ui/focus-heading.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { scrollBehavior } from "../../ui/reduced-motion.ts";
import { Section } from "../../ui/Section.tsx";
import grip from "../../ui/sheet-grip.module.css";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { useSwipeClose } from "../../ui/use-swipe-close.ts";
import { useCoverUrl } from "../songs/cover-url.ts";
import styles from "./FullPlayer.module.css";
import { ClearQueue } from "./ClearQueue.tsx";
import { Lyrics } from "./Lyrics.tsx";
import { movingCover } from "./moving-cover.ts";
import { PlayerMenu, SleepMenu } from "./PlayerMenu.tsx";
import { NothingAhead } from "./NothingAhead.tsx";
import { QueueList } from "./QueueList.tsx";
import { SaveQueue } from "./SaveQueue.tsx";
import { ScrolledPlayer } from "./ScrolledPlayer.tsx";
import { SeekBar } from "./SeekBar.tsx";
import transport from "./Transport.module.css";
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
  /** The artist, in place of which it says that the song waits for the network. */
  artist: ReactNode;
  /** The song's menu. */
  menu: ReactNode;
  /** Whether the song has words to show. */
  hasLyrics: boolean;
};

/** Also where large text leaves little of a phone's height. */
const upright = "((height > 30rem) or (width <= 30rem))";
/** Where the queue stands below: upright, and on a phone on its side that needs no volume. */
const belowWithRoom = `(width < 64rem) and ${upright}, (30rem < width < 64rem) and (pointer: coarse)`;

/** The player over the whole page: large cover and controls, on wide screens beside the queue, else above it. */
export function FullPlayer({ track, open, onClose, like, artist, menu, hasLyrics }: Props) {
  const coverAddress = useCoverUrl();
  const awaitsNetwork = usePlayerState((state) => state.awaitsNetwork);
  const isFirst = usePlayerState(({ index }) => index <= 0);
  const stage = useRef<HTMLDivElement>(null);
  const [wantsLyrics, setWantsLyrics] = useState(false);
  const showsLyrics = hasLyrics && wantsLyrics;
  useSwipeClose(stage, open, onClose);
  // Another song takes the button along.
  useEffect(() => {
    if (open && !hasLyrics) rescueFocus(stage.current);
  }, [open, hasLyrics]);
  const hasCaptions = useMediaQuery(`(hover: none) and (pointer: coarse) and ${upright}`);
  const hasQueueButton = useMediaQuery(belowWithRoom);
  const next = useRef<HTMLDivElement>(null);
  const showQueue = () => {
    next.current?.scrollIntoView({ behavior: scrollBehavior() });
    focusHeading(next.current?.querySelector("h2"));
  };
  return (
    <Dialog open={open} onClose={onClose} title={texts.player.sheet} titleHidden size="full" className={styles.player}>
      <div className={styles.sheet} {...{ [sheetMark]: "" }}>
        <div className={classes(grip.bar, styles.top)}>
          <ScrolledPlayer track={track} stage={stage} />
        </div>
        <div ref={stage} className={styles.stage}>
          <div className={styles.space} data-lyrics={showsLyrics || undefined}>
            {showsLyrics ? (
              <Lyrics key={track.songId} songId={track.songId} />
            ) : (
              <div className={styles.cover} style={movingCover}>
                <Cover
                  src={coverAddress(track.songImage)}
                  seed={track.songId}
                  size="fill"
                  sizes="min(90vw, 560px)"
                  eager
                />
              </div>
            )}
          </div>
          <div className={styles.controls}>
            <div className={styles.line}>
              <div className={styles.text}>
                <p className={styles.title} title={track.title} dir="auto">
                  {track.title}
                </p>
                <p className={styles.artist} title={awaitsNetwork ? undefined : track.artist} dir="auto">
                  {awaitsNetwork ? texts.player.awaitsNetwork : artist}
                </p>
              </div>
              {like}
              {menu}
            </div>
            <SeekBar stacked />
            <Transport size="large" />
            <div className={styles.extras}>
              <VolumeControl />
              {hasLyrics && (
                <IconButton
                  label={texts.player.lyrics}
                  icon={<MicVocal />}
                  caption={hasCaptions ? texts.player.lyrics : undefined}
                  pressed={showsLyrics}
                  // Its dot would lie on the word.
                  className={hasCaptions ? undefined : transport.mode}
                  onClick={() => setWantsLyrics(!wantsLyrics)}
                />
              )}
              <SleepMenu captioned={hasCaptions} />
              <PlayerMenu captioned={hasCaptions} />
              {hasQueueButton && (
                <IconButton
                  label={texts.player.queue}
                  icon={<ListMusic />}
                  caption={hasCaptions ? texts.player.queue : undefined}
                  onClick={showQueue}
                />
              )}
            </div>
          </div>
        </div>
        <div ref={next} className={styles.next}>
          <Section
            title={texts.player.parts.ahead}
            action={
              <div className={styles.actions}>
                <SaveQueue />
                <ClearQueue />
              </div>
            }
          >
            <QueueList part="ahead" />
            <NothingAhead className={styles.empty} />
          </Section>
          {!isFirst && (
            <Section title={texts.player.parts.played}>
              <QueueList part="played" />
            </Section>
          )}
        </div>
      </div>
    </Dialog>
  );
}
