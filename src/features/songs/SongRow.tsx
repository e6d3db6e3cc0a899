import { memo } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { formatTime } from "../../../contract/rules/time-format.ts";
import { texts } from "../../texts/texts.ts";
import { Cover } from "../../ui/Cover.tsx";
import { Equaliser } from "../../ui/Equaliser.tsx";
import { ListRow } from "../../ui/ListRow.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import type { Item } from "../lists/ItemList.tsx";
import { control } from "../lists/use-roving-focus.ts";
import { useRenderTurn } from "../lists/use-render-turn.ts";
import { useCoverUrl } from "./cover-url.ts";
import { canRetry } from "./device-state.ts";
import { DeviceMark } from "./DeviceMark.tsx";
import { LikeButton } from "./LikeButton.tsx";
import { RetryDownload } from "./RetryDownload.tsx";
import { SongMenu } from "./SongMenu.tsx";
import styles from "./SongRow.module.css";
import { SongSub } from "./SongSub.tsx";
import type { SongState } from "./use-song-states.ts";
import { PlaySongButton } from "./PlaySongButton.tsx";

type Props = SongState & {
  item: Item;
  /** Undefined while it is loading. */
  song: SongSnapshot | undefined;
  onPlay: (song: SongSnapshot) => void;
};

/** One song of a list (specification 3.15). Pressing the row plays, the heart likes. */
export const SongRow = memo(function SongRow(props: Props) {
  const { item, song, liked, device, isOutOfReach, online, problem, current, onPlay } = props;
  const coverAddress = useCoverUrl();
  const isShown = useRenderTurn(song !== undefined, item.tabIndex === 0);
  if (song === undefined || !isShown) return placeRow(item);
  const { tabIndex } = item;
  return (
    <ListRow
      {...item.attributes}
      active={current !== undefined}
      dimmed={isOutOfReach}
      handle={item.handle}
      action={
        <PlaySongButton title={song.title} tabIndex={tabIndex} {...control("play")} onClick={() => onPlay(song)} />
      }
      lead={<Cover src={coverAddress(song.songImage)} seed={song._id} title={song.title} size="row" />}
      mark={current && <Equaliser label={texts.songs[current]} moving={current === "playing"} />}
      title={song.title}
      sub={<SongSub artist={song.artist} problem={problem} />}
      columns={[song.album, song.genre]}
      trail={
        <>
          {canRetry(device) ? (
            <RetryDownload song={song} tabIndex={tabIndex} />
          ) : (
            <DeviceMark state={device} online={online} />
          )}
          <LikeButton song={song} liked={liked} tabIndex={tabIndex} />
        </>
      }
      time={formatTime(song.duration)}
      end={<SongMenu song={song} liked={liked} tabIndex={tabIndex} moves={item.moves} />}
    />
  );
});

/** Not a component: the row's element stays when the song arrives. */
const placeRow = (item: Item) => (
  <ListRow
    {...item.attributes}
    lead={<Skeleton shape="cover" className={styles.cover} />}
    title={<Skeleton width="46%" height={12} />}
    sub={<Skeleton width="30%" height={10} />}
  />
);
