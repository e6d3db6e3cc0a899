import type { ReactNode } from "react";
import { texts } from "../../texts/texts.ts";
import { lockIcon } from "../../ui/row-icons.tsx";
import { DeviceMark } from "./DeviceMark.tsx";
import styles from "./SongSub.module.css";
import type { SongState } from "./use-song-states.ts";

type Props = Pick<SongState, "problem"> & {
  artist: ReactNode;
  /** Only its owner sees it. */
  isPrivate?: boolean;
};

/** The second line of a song's row: what keeps it from playing, who hears it, and its artist. */
export const SongSub = ({ artist, problem, isPrivate = false }: Props) =>
  problem === undefined && !isPrivate ? (
    artist
  ) : (
    <>
      {isPrivate && <PrivateMark />}
      {problem !== undefined && `${problem} · `}
      <bdi>{artist}</bdi>
    </>
  );

const PrivateMark = () => (
  <span role="img" aria-label={texts.songForm.private} title={texts.songForm.private} className={styles.private}>
    {lockIcon}
  </span>
);

type MarkedProps = Props & Pick<SongState, "device" | "online">;

/** The same for cards and the hero, which have no column that shows whether the song is on this device. */
export const MarkedSongSub = ({ artist, problem, isPrivate, device, online }: MarkedProps) => (
  <span className={styles.line}>
    <DeviceMark state={device} online={online} />
    <span className={styles.text} dir="auto" data-problem={problem !== undefined || undefined}>
      <SongSub {...{ artist, problem, isPrivate }} />
    </span>
  </span>
);
