import { texts } from "../../texts/texts.ts";
import styles from "./PrivateSongs.module.css";

/** Past this many a number tells enough. */
const shown = 5;

/** The private songs that keep a playlist from becoming public (specification 5.5). */
export const PrivateSongs = ({ titles }: { titles: readonly string[] }) => (
  <div role="group" aria-label={texts.playlistForm.privateSongs} className={styles.songs}>
    <p>{texts.playlistForm.privateSongs}</p>
    <ul>
      {titles.slice(0, shown).map((title, at) => (
        <li key={at} dir="auto">
          {title}
        </li>
      ))}
      {titles.length > shown && <li>{texts.playlistForm.more(titles.length - shown)}</li>}
    </ul>
  </div>
);
