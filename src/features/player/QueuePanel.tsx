import { X } from "lucide-react";
import { type KeyboardEvent, memo, useEffect, useRef } from "react";
import { texts } from "../../texts/texts.ts";
import { rescueFocus } from "../../ui/focus-heading.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { ClearQueue } from "./ClearQueue.tsx";
import { NothingAhead } from "./NothingAhead.tsx";
import { QueueList } from "./QueueList.tsx";
import { SaveQueue } from "./SaveQueue.tsx";
import { usePlayerState } from "./use-player.ts";
import styles from "./QueuePanel.module.css";

/** The queue beside the page: what was played above the current song, what comes below it (specification 6.21). */
export const QueuePanel = memo(function QueuePanel({ onClose }: { onClose: () => void }) {
  const isFirst = usePlayerState(({ index }) => index <= 0);
  const heading = useRef<HTMLHeadingElement>(null);
  const lists = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { dataset } = document.documentElement;
    // On wide screens the page leaves it its place (`AppShell`).
    dataset["beside"] = "";
    return () => void delete dataset["beside"];
  }, []);
  useEffect(() => {
    const opener = document.activeElement;
    // Not `scrollIntoView`, which would scroll the page as well.
    if (lists.current !== null) lists.current.scrollTop = current.current?.offsetTop ?? 0;
    heading.current?.focus({ preventScroll: true });
    return () => {
      // Who has gone on elsewhere stays there.
      if (document.activeElement !== document.body) return;
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      rescueFocus();
    };
  }, []);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes from anything inside
    <section className={styles.panel} aria-label={texts.player.queue} onKeyDown={closeOnEscape}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {texts.player.queue}
        </h2>
        <SaveQueue />
        <ClearQueue />
        <IconButton label={texts.player.closeQueue} icon={<X />} onClick={onClose} />
      </div>
      <div ref={lists} className={styles.lists}>
        {!isFirst && (
          <>
            <h3 className={styles.part}>{texts.player.parts.played}</h3>
            <QueueList part="played" />
          </>
        )}
        <div ref={current}>
          <h3 className={styles.part}>{texts.player.parts.current}</h3>
          <QueueList part="current" />
        </div>
        <h3 className={styles.part}>{texts.player.parts.ahead}</h3>
        <NothingAhead className={styles.empty} />
        <QueueList part="ahead" />
      </div>
    </section>
  );
});
