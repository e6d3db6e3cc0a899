import styles from "./SongLines.module.css";

type Props = { title: string; artist: string };

/** Title and artist of a song, a line each; what does not fit is cut off. */
export const SongLines = ({ title, artist }: Props) => (
  <>
    <span className={styles.title} dir="auto">
      {title}
    </span>
    <span className={styles.artist} dir="auto">
      {artist}
    </span>
  </>
);
