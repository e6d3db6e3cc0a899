import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { texts } from "../texts/texts.ts";
import { buttonClass } from "../ui/button-class.ts";
import { Section } from "../ui/Section.tsx";
import styles from "./HomeSections.module.css";

type Props = Record<"hero" | "recommended" | "newest" | "listened" | "liked" | "ready", ReactNode> & {
  /** Not shown yet where it stands below: what is above may still change its height. */
  likedWaits: boolean;
  /** Opened without a network: what plays stands before what was loaded once. */
  readyFirst?: boolean;
};

/** The sections of home (specification 3.5); what is in them comes from the screen, or is the frame's. */
export const HomeSections = (props: Props) => {
  const { hero, recommended, newest, listened, liked, ready, likedWaits, readyFirst } = props;
  return (
    <div className={styles.sections}>
      {hero}
      {readyFirst && ready}
      <Section
        title={texts.home.recommended}
        action={
          <Link to="/playlists" className={buttonClass("plain", true)}>
            {texts.home.allPlaylists}
          </Link>
        }
      >
        <div className={styles.shelf}>{recommended}</div>
      </Section>
      <Section title={texts.songs.newTitle}>
        <div className={styles.shelf}>{newest}</div>
      </Section>
      <div className={styles.columns}>
        <Section title={texts.home.listened}>{listened}</Section>
        {/* Beside the first where there is room: then it moves with nothing. */}
        <div className={likedWaits ? styles.waitsBelow : undefined}>
          <Section title={texts.home.liked}>{liked}</Section>
        </div>
      </div>
      {!readyFirst && ready}
    </div>
  );
};
