import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { useAccount } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import styles from "./PlaylistNote.module.css";

/** Whose it is, or who sees an own one; and how many songs it has, which is never cut off. */
export function PlaylistNote({ playlist }: { playlist: PlaylistSnapshot }) {
  const isOwn = playlist.owner === useAccount().uid;
  const visibility = playlist.private ? texts.playlists.private : texts.playlists.public;
  return (
    <span className={styles.note}>
      <bdi className={styles.name}>{isOwn ? visibility : playlist.ownerName}</bdi>
      <span className={styles.count}>{` · ${texts.songs.count(playlist.songCount)}`}</span>
    </span>
  );
}
