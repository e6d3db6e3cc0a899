import { use } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Track } from "../../audio/player-state.ts";
import { useAccount } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { SongMenuActionsContext } from "../songs/song-menu-context.ts";
import styles from "./PlayingArtist.module.css";

type Props = {
  track: Track;
  /** Undefined while it is not known who has uploaded it. */
  song: SongSnapshot | undefined;
  /** Called before another screen opens, which the player would cover. */
  onLeave: () => void;
};

/** The artist of the song that plays; leads to the screen of somebody else (specification 6.31). */
export function PlayingArtist({ track, song, onLeave }: Props) {
  const { uid } = useAccount();
  const { goToArtist } = use(SongMenuActionsContext);
  if (song === undefined || song.owner === uid || goToArtist === undefined) return track.artist;
  return (
    <button
      type="button"
      className={styles.artist}
      title={texts.songMenu.goToArtist}
      onClick={() => {
        onLeave();
        goToArtist(song);
      }}
    >
      {track.artist}
    </button>
  );
}
