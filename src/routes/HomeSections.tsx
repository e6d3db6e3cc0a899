import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { texts } from "../texts/texts.ts";
import { buttonClass } from "../ui/button-class.ts";
import { Section } from "../ui/Section.tsx";
import styles from "./HomeSections.module.css";

type Props = Record<"recommended" | "listened" | "liked" | "newest", ReactNode> & {
  /** Not shown yet: what is above may still change its height. */
  likedWaits: boolean;
  newestWaits: boolean;
};

/** The sections of home (specification 3.5); what is in them comes from the screen, or is the frame's. */
export const HomeSections = ({ recommended, listened, liked, newest, likedWaits, newestWaits }: Props) => (
  <div className={styles.sections}>
    <Section
      title={texts.home.recommended}
      action={
        <Link to="/playlists" className={buttonClass("plain", true)}>
          {texts.home.allPlaylists}
        </Link>
      }
    >
      <div className={styles.strip}>{recommended}</div>
    </Section>
    <div className={styles.columns}>
      <Section title={texts.home.listened}>{listened}</Section>
      {/* Beside the first where there is room: then it moves with nothing. */}
      <div className={likedWaits ? styles.waitsBelow : undefined}>
        <Section title={texts.home.liked}>{liked}</Section>
      </div>
    </div>
    <div className={newestWaits ? styles.waits : undefined}>
      <Section title={texts.songs.newTitle}>{newest}</Section>
    </div>
  </div>
);
