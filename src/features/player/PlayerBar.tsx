import { ListMusic } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { texts } from "../../texts/texts.ts";
import { LikeButton } from "../songs/LikeButton.tsx";
import { useLike, useLiked } from "../songs/likes.ts";
import { tintOf } from "../../ui/cover-color.ts";
import { rescueFocus } from "../../ui/focus-heading.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { transitionView } from "../../ui/view-transition.ts";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import { usePlayingTitle } from "../../app/document-title.ts";
import { FullPlayer } from "./FullPlayer.tsx";
import styles from "./PlayerBar.module.css";
import { OtherTab } from "./OtherTab.tsx";
import { PlayerMenu, SleepMenu } from "./PlayerMenu.tsx";
import { PlayingArtist } from "./PlayingArtist.tsx";
import { PlayingSongMenu } from "./PlayingSongMenu.tsx";
import { QueuePanel } from "./QueuePanel.tsx";
import { SeekBar } from "./SeekBar.tsx";
import { shortcutHelp } from "./shortcut-help.ts";
import { ShortcutHelp } from "./ShortcutHelp.tsx";
import { TrackLine } from "./TrackLine.tsx";
import { NextButton, PlayButton, Transport } from "./Transport.tsx";
import { useElsewhere, usePlayerTabs } from "./use-player-tabs.ts";
import { useDescribed, useIsOn, usePlayer, usePlayerState, usePosition, useSongOf } from "./use-player.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { useSwipeSongs } from "./use-swipe-songs.ts";
import { VolumeControl } from "./VolumeControl.tsx";

/**
 * The player on every screen: a bar, on phones a small one that opens as a sheet (specification 6.1, 3.2.6). Its parts
 * follow the player by themselves, and do not render with it for another song.
 */
export function PlayerBar() {
  const player = usePlayer();
  const track = usePlayerState((state) => state.track);
  const awaitsNetwork = usePlayerState((state) => state.awaitsNetwork);
  const isOn = useIsOn();
  const isPhone = useMediaQuery("(width <= 40rem) or (height <= 26rem)");
  const [open, setOpen] = useState(false);
  /** The cover of the bar grows into the one of the full player, and back. */
  const changeOpen = useCallback((to: boolean) => transitionView(() => setOpen(to)), []);
  const closeFull = useCallback(() => changeOpen(false), [changeOpen]);
  const [isQueueOpen, setQueueOpen] = useState(false);
  const closeQueue = useCallback(() => setQueueOpen(false), []);
  // Else they would open by themselves with the next song.
  if (isQueueOpen && track === null) setQueueOpen(false);
  if (open && track === null) setOpen(false);
  const current = useDescribed(track?.url ? track : null);
  useRescueFocus(current !== null);
  usePrefetch(player.prefetch);
  const tabs = usePlayerTabs(player);
  const elsewhere = useElsewhere(tabs);
  usePlayingTitle(current && isOn ? texts.player.documentTitle(current.title, current.artist) : undefined);
  const swipe = useSwipeSongs({
    next: () => player.engine()?.next(),
    previous: () => player.engine()?.previous(),
    open: () => changeOpen(true),
  });
  const liked = useLiked();
  const setLike = useLike();
  const song = useSongOf(current?.songId);
  useShortcuts(player, {
    like: () => song && setLike(song, !liked.has(song._id)),
    help: () => shortcutHelp.set(true),
    queue() {
      // A phone has the queue in the sheet.
      if (isPhone) changeOpen(!open);
      // The sheet of a wide screen has its own.
      else if (!open) setQueueOpen(!isQueueOpen);
    },
  });
  const like = song && <LikeButton song={song} liked={liked.has(song._id)} />;
  return (
    <>
      {/* Mounted before its first text, else screen readers skip it. */}
      <div role="status">
        <VisuallyHidden>
          {current &&
            (awaitsNetwork
              ? texts.player.awaitsNetwork
              : isOn && texts.player.nowPlaying(current.title, current.artist))}
        </VisuallyHidden>
      </div>
      <OtherTab elsewhere={isOn ? null : elsewhere} onTake={() => tabs.link.current?.takeOver()} />
      {current && (
        <section
          className={styles.player}
          aria-label={texts.player.region}
          {...tintOf({ image: current.songImage, color: song?.songColor, seed: current.songId })}
        >
          <div className={isPhone ? styles.mini : styles.bar} data-covered={open || undefined}>
            <div className={styles.now} {...(isPhone && swipe)}>
              <TrackLine track={current} covered={open} onOpen={() => changeOpen(true)} />
              {like}
            </div>
            {isPhone ? (
              <div className={styles.buttons}>
                <PlayButton />
                <NextButton />
                <MiniProgress />
              </div>
            ) : (
              <>
                <div className={styles.middle}>
                  <Transport />
                  <SeekBar />
                </div>
                <div className={styles.side}>
                  <IconButton
                    label={texts.player.queue}
                    icon={<ListMusic />}
                    look={isQueueOpen ? "solid" : "bare"}
                    aria-expanded={isQueueOpen}
                    onClick={() => setQueueOpen(!isQueueOpen)}
                  />
                  <span className={styles.sleep}>
                    <SleepMenu />
                  </span>
                  <PlayerMenu />
                  <VolumeControl />
                </div>
              </>
            )}
          </div>
          {isQueueOpen && !isPhone && <QueuePanel onClose={closeQueue} />}
          <FullPlayer
            track={current}
            open={open}
            onClose={closeFull}
            like={like}
            artist={<PlayingArtist track={current} song={song} onLeave={closeFull} />}
            menu={song && <PlayingSongMenu song={song} liked={liked.has(song._id)} onLeave={closeFull} />}
            hasLyrics={song?.hasLyrics === true}
          />
        </section>
      )}
      <ShortcutHelp />
    </>
  );
}

/** The song's progress; the slider is in the sheet. */
function MiniProgress() {
  const duration = usePlayerState((state) => state.duration);
  const position = usePosition();
  const share = duration > 0 ? Math.min(1, position / duration) : 0;
  return (
    <span className={styles.progress} aria-hidden="true">
      <span style={{ transform: `scaleX(${share})` }} />
    </span>
  );
}

/** The player goes when nothing of its queue plays, and may have the focus (specification 20.4). */
function useRescueFocus(isThere: boolean): void {
  const wasThere = useRef(false);
  useEffect(() => {
    if (wasThere.current && !isThere) rescueFocus();
    wasThere.current = isThere;
  }, [isThere]);
}

/** Preloads the engine, so that the first tap need not wait for it and keeps its user gesture. */
function usePrefetch(prefetch: () => void): void {
  useEffect(() => {
    const timer = setTimeout(prefetch, 1_000);
    return () => clearTimeout(timer);
  }, [prefetch]);
}
