import { memo } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { texts } from "../../texts/texts.ts";
import { Card } from "../../ui/Card.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { Equaliser } from "../../ui/Equaliser.tsx";
import type { Item } from "../lists/ItemList.tsx";
import { useRenderTurn } from "../lists/use-render-turn.ts";
import { control } from "../lists/use-roving-focus.ts";
import { useCoverUrl } from "./cover-url.ts";
import { LikeButton } from "./LikeButton.tsx";
import styles from "./SongCard.module.css";
import { SongMenu } from "./SongMenu.tsx";
import { MarkedSongSub } from "./SongSub.tsx";
import type { SongState } from "./use-song-states.ts";
import { PlaySongButton } from "./PlaySongButton.tsx";

type Props = SongState & {
  item: Item;
  /** Undefined while it is loading. */
  song: SongSnapshot | undefined;
  onPlay: (song: SongSnapshot) => void;
};

/** A song of a shelf: its cover plays, the heart on it likes (specification 3.15.6). */
export const SongCard = memo(function SongCard(props: Props) {
  const { item, song, liked, device, isOutOfReach, online, problem, current, onPlay } = props;
  const coverUrl = useCoverUrl();
  const isShown = useRenderTurn(song !== undefined, item);
  if (song === undefined || !isShown) return <Card {...item.attributes} />;
  const { tabIndex } = item;
  return (
    <Card
      {...item.attributes}
      active={current !== undefined}
      dimmed={isOutOfReach}
      action={
        <PlaySongButton title={song.title} tabIndex={tabIndex} {...control("play")} onClick={() => onPlay(song)} />
      }
      cover={<Cover src={coverUrl(song.songImage)} seed={song._id} title={song.title} size="fill" sizes="180px" />}
      mark={current && <Equaliser label={texts.songs[current]} moving={current === "playing"} />}
      title={song.title}
      sub={<MarkedSongSub artist={song.artist} isPrivate={song.private} {...{ device, online, problem }} />}
      extra={
        <span className={styles.heart}>
          <LikeButton song={song} liked={liked} tabIndex={tabIndex} />
        </span>
      }
      end={<SongMenu song={song} liked={liked} tabIndex={tabIndex} />}
    />
  );
});
