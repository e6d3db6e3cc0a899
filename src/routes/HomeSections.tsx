import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { texts } from "../texts/en.ts";
import { buttonClass } from "../ui/button-class.ts";
import { Section } from "../ui/Section.tsx";
import styles from "./HomeSections.module.css";

type Props = Record<"recommended" | "listened" | "liked" | "newest", ReactNode>;

/** The sections of home (specification 3.5); what is in them comes from the screen, or is the frame's. */
export const HomeSections = ({ recommended, listened, liked, newest }: Props) => (
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
      <Section title={texts.home.liked}>{liked}</Section>
    </div>
    <Section title={texts.songs.newTitle}>{newest}</Section>
  </div>
);
