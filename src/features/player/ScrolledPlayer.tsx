import { type RefObject, useEffect, useState } from "react";
import type { Track } from "../../audio/player-state.ts";
import { texts } from "../../texts/texts.ts";
import { scrollBehavior } from "../../ui/reduced-motion.ts";
import { VisuallyHidden } from "../../ui/VisuallyHidden.tsx";
import { SongLines } from "../songs/SongLines.tsx";
import styles from "./ScrolledPlayer.module.css";
import { PlayButton } from "./Transport.tsx";

type Props = {
  track: Track;
  /** The cover and the controls. */
  stage: RefObject<HTMLElement | null>;
};

/** What plays, and its button, in the band above the queue once cover and controls are scrolled away (specification 6.31). */
export function ScrolledPlayer({ track, stage }: Props) {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const { current } = stage;
    if (current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => setAway(entry !== undefined && entry.intersectionRatio < 0.2),
      { threshold: 0.2 },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [stage]);
  if (!isAway) return null;
  const back = () => stage.current?.scrollIntoView({ block: "end", behavior: scrollBehavior() });
  return (
    <div className={styles.band}>
      <PlayButton />
      <button type="button" className={styles.back} onClick={back}>
        <VisuallyHidden>{texts.player.toCover}</VisuallyHidden>
        <SongLines {...track} />
      </button>
    </div>
  );
}
