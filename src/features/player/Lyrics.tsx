import { useEffect, useEffectEvent, useRef } from "react";
import type { LyricLine } from "../../../contract/songs.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { useLyrics } from "../songs/lyrics.ts";
import { scrollBehavior } from "../../ui/reduced-motion.ts";
import { useCurrentLine } from "./current-line.ts";
import styles from "./Lyrics.module.css";
import { usePlayer } from "./use-player.ts";

/** How long the lines stay where a person scrolled them; milliseconds. */
const restMs = 4_000;

/** The words of the current song. Those with times follow it, and a press on a line goes there (specification 6.34). */
export function Lyrics({ songId }: { songId: string }) {
  const { lines, failed, refetch } = useLyrics(songId);
  if (lines === undefined && failed)
    return (
      <div className={styles.state}>
        <p>{texts.player.lyricsFailed}</p>
        <Button onClick={refetch}>{texts.player.lyricsRetry}</Button>
      </div>
    );
  if (lines === undefined)
    return (
      <div className={styles.state}>
        <Spinner />
      </div>
    );
  return lines[0]?.at === null ? <PlainLines lines={lines} /> : <TimedLines lines={lines} />;
}

function PlainLines({ lines }: { lines: readonly LyricLine[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it
    <section className={styles.lines} aria-label={texts.player.lyrics} tabIndex={0}>
      {lines.map(({ text }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines repeat, and never change
        <p key={index} dir="auto">
          {text || "\u00a0"}
        </p>
      ))}
    </section>
  );
}

const isRested = (scrolledAt: number) => performance.now() - scrolledAt >= restMs;

/** Not `scrollIntoView`, which would scroll the sheet as well. */
function center(list: HTMLElement | null, index: number, behavior: ScrollBehavior): void {
  const line = list?.children[Math.max(index, 0)];
  if (list && line instanceof HTMLElement)
    list.scrollTo({ top: line.offsetTop - (list.clientHeight - line.clientHeight) / 2, behavior });
}

function TimedLines({ lines }: { lines: readonly LyricLine[] }) {
  const player = usePlayer();
  const current = useCurrentLine(lines);
  const list = useRef<HTMLOListElement>(null);
  const scrolledAt = useRef(-restMs);
  useEffect(() => {
    if (isRested(scrolledAt.current)) center(list.current, current, scrollBehavior());
  }, [current]);
  const onResize = useEffectEvent(() => isRested(scrolledAt.current) && center(list.current, current, "instant"));
  useEffect(() => {
    // The list has no size before its dialog opens, and another one on a phone that is turned.
    const observer = new ResizeObserver(() => onResize());
    if (list.current) observer.observe(list.current);
    return () => observer.disconnect();
  }, []);
  const rest = () => {
    scrolledAt.current = performance.now();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and fingers scroll it
    <ol
      ref={list}
      className={styles.lines}
      aria-label={texts.player.lyrics}
      onWheel={rest}
      onTouchMove={rest}
      onKeyDown={rest}
    >
      {lines.map(({ at, text }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines repeat, and never change
        <li key={index}>
          {text === "" ? (
            <span aria-hidden="true" data-current={index === current || undefined}>
              ♪
            </span>
          ) : (
            <button
              type="button"
              dir="auto"
              aria-current={index === current || undefined}
              onClick={() => {
                const engine = player.engine();
                engine?.seek(at ?? 0);
                engine?.resume();
              }}
            >
              {text}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}
