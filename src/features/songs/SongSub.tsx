import type { ReactNode } from "react";
import { DeviceMark } from "./DeviceMark.tsx";
import styles from "./SongSub.module.css";
import type { SongState } from "./use-song-states.ts";

type Props = Pick<SongState, "problem"> & { artist: ReactNode };

/** The second line of a song's row: what keeps it from playing, and its artist. */
export const SongSub = ({ artist, problem }: Props) =>
  problem === undefined ? (
    artist
  ) : (
    <>
      {problem} · <bdi>{artist}</bdi>
    </>
  );

type MarkedProps = Props & Pick<SongState, "device" | "online">;

/** The same for cards and the hero, which have no column that shows whether the song is on this device. */
export const MarkedSongSub = ({ artist, problem, device, online }: MarkedProps) => (
  <span className={styles.line}>
    <DeviceMark state={device} online={online} />
    <span className={styles.text} dir="auto" data-problem={problem !== undefined || undefined}>
      <SongSub artist={artist} problem={problem} />
    </span>
  </span>
);
