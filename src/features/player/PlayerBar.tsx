import { useEffect, useState } from "react";
import { texts } from "../../texts/en.ts";
import { LikeButton } from "../songs/LikeButton.tsx";
import { useLike, useLiked } from "../songs/likes.ts";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import { useAccount } from "../../app/app-context.ts";
import { FullPlayer } from "./FullPlayer.tsx";
import styles from "./PlayerBar.module.css";
import type { Player } from "./player.ts";
import { keepPlayer } from "./resume-player.ts";
import { SeekBar } from "./SeekBar.tsx";
import { TrackLine } from "./TrackLine.tsx";
import { NextButton, PlayButton, Transport } from "./Transport.tsx";
import { usePlayer, usePlayerState, usePosition } from "./use-player.ts";
import { useShortcuts } from "./use-shortcuts.ts";
import { VolumeControl } from "./VolumeControl.tsx";

/** The player on every screen: a bar, on phones a small one that opens as a sheet (specification 6.1, 3.2.6). */
export function PlayerBar() {
  const player = usePlayer();
  const { track, duration, awaitsNetwork } = usePlayerState();
  const isPhone = useMediaQuery("(width <= 640px)");
  const [open, setOpen] = useState(false);
  const current = track?.url ? track : null;
  usePrefetch(player.prefetch);
  useKeptPlayer(player);
  const liked = useLiked();
  const setLike = useLike();
  const song = current ? player.song(current.songId) : undefined;
  useShortcuts(player, () => song && setLike(song, !liked.has(song._id)));
  const like = song && <LikeButton song={song} liked={liked.has(song._id)} />;
  return (
    <>
      {/* Mounted before its first text, else screen readers skip it. */}
      <div role="status">
        <VisuallyHidden>
          {current &&
            (awaitsNetwork ? texts.player.awaitsNetwork : texts.player.nowPlaying(current.title, current.artist))}
        </VisuallyHidden>
      </div>
      {current && (
        <section className={styles.player} aria-label={texts.player.region}>
          <div className={isPhone ? styles.mini : styles.bar} data-covered={open || undefined}>
            <div className={styles.now}>
              <TrackLine track={current} onOpen={() => setOpen(true)} />
              {like}
            </div>
            {isPhone ? (
              <div className={styles.buttons}>
                <PlayButton />
                <NextButton />
                <MiniProgress duration={duration} />
              </div>
            ) : (
              <>
                <div className={styles.middle}>
                  <Transport />
                  <SeekBar />
                </div>
                <VolumeControl />
              </>
            )}
          </div>
          <FullPlayer track={current} open={open} onClose={() => setOpen(false)} like={like} />
        </section>
      )}
    </>
  );
}

/** The song's progress; the slider is in the sheet. */
function MiniProgress({ duration }: { duration: number }) {
  const position = usePosition();
  const share = duration > 0 ? Math.min(1, position / duration) : 0;
  return (
    <span className={styles.progress} aria-hidden="true">
      <span style={{ transform: `scaleX(${share})` }} />
    </span>
  );
}

/** Brings back what played last, and stores what plays. */
function useKeptPlayer(player: Player): void {
  const account = useAccount();
  useEffect(() => keepPlayer(account, player).stop, [account, player]);
}

/** Preloads the engine, so that the first tap need not wait for it and keeps its user gesture. */
function usePrefetch(prefetch: () => void): void {
  useEffect(() => {
    const timer = setTimeout(prefetch, 1_000);
    return () => clearTimeout(timer);
  }, [prefetch]);
}
