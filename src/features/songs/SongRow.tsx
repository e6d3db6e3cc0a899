import { memo } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { formatTime } from "../../../contract/rules/time-format.ts";
import { texts } from "../../texts/en.ts";
import { Cover } from "../../ui/Cover.tsx";
import { Equaliser } from "../../ui/Equaliser.tsx";
import { ListRow } from "../../ui/ListRow.tsx";
import { useCoverUrl } from "./cover-url.ts";
import { type DeviceState, problemOf } from "./device-state.ts";
import { DeviceMark } from "./DeviceMark.tsx";
import { LikeButton } from "./LikeButton.tsx";
import { placeProps, type RowPosition } from "./row-position.ts";

type Props = RowPosition & {
  song: SongSnapshot;
  liked: boolean;
  device: DeviceState;
  online: boolean;
  /** Set for the player's current song. */
  current?: "playing" | "paused" | undefined;
  /** Why the player skipped it. */
  note?: string | undefined;
  /** The tab stop of the list; the arrow keys move on from it. */
  tabStop: boolean;
  onPlay: (song: SongSnapshot) => void;
};

/** One song of a list (specification 3.15). Pressing the row plays, the heart likes. */
export const SongRow = memo(function SongRow(props: Props) {
  const { song, liked, device, online, current, note, tabStop, onPlay } = props;
  const coverAddress = useCoverUrl();
  const tabIndex = tabStop ? 0 : -1;
  const dimmed = !online && device !== "ready";
  const problem = note ?? problemOf(device);
  return (
    <ListRow
      {...placeProps(props)}
      active={current !== undefined}
      dimmed={dimmed}
      action={
        <button
          type="button"
          aria-label={texts.songs.play(song.title)}
          tabIndex={tabIndex}
          onClick={() => onPlay(song)}
        />
      }
      lead={<Cover src={coverAddress(song.songImage)} seed={song._id} size={40} />}
      mark={current && <Equaliser label={texts.songs[current]} moving={current === "playing"} />}
      title={song.title}
      sub={
        problem === undefined ? (
          song.artist
        ) : (
          <>
            {problem} · <bdi>{song.artist}</bdi>
          </>
        )
      }
      trail={
        <>
          <DeviceMark state={device} online={online} />
          <LikeButton song={song} liked={liked} tabIndex={tabIndex} />
        </>
      }
      time={formatTime(song.duration)}
    />
  );
});
