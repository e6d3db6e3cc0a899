import { memo } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { formatTime } from "../../lib/time-format.ts";
import { texts } from "../../texts/texts.ts";
import { Cover } from "../../ui/Cover.tsx";
import { Equaliser } from "../../ui/Equaliser.tsx";
import { RowContent, RowFrame } from "../../ui/ListRow.tsx";
import type { Item } from "../lists/ItemList.tsx";
import { control } from "../lists/use-roving-focus.ts";
import { useRenderTurn } from "../lists/use-render-turn.ts";
import { useCoverUrl } from "./cover-url.ts";
import { canRetry } from "./device-state.ts";
import { DeviceMark } from "./DeviceMark.tsx";
import { LikeButton } from "./LikeButton.tsx";
import { RetryDownload } from "./RetryDownload.tsx";
import { SongMenu } from "./SongMenu.tsx";
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
export const SongRow = memo(function SongRow({ item, song, isOutOfReach, ...rest }: Props) {
  const { attributes, handle, tabIndex, moves } = item;
  const isShown = useRenderTurn(song !== undefined, item);
  // The row's element stays when the song arrives.
  return song === undefined || !isShown ? (
    <RowFrame {...attributes} />
  ) : (
    <RowFrame {...attributes} active={rest.current !== undefined} dimmed={isOutOfReach}>
      <SongContent {...rest} {...{ song, handle, tabIndex, moves }} />
    </RowFrame>
  );
});

type ContentProps = Omit<Props, "item" | "song" | "isOutOfReach"> &
  Pick<Item, "handle" | "tabIndex" | "moves"> & { song: SongSnapshot };

/** Apart from the row's place, which every row gets anew when one before it comes or goes. */
const SongContent = memo(function SongContent(props: ContentProps) {
  const { song, liked, device, online, problem, current, onPlay, handle, tabIndex, moves } = props;
  const coverAddress = useCoverUrl();
  return (
    <RowContent
      handle={handle}
      action={
        <PlaySongButton title={song.title} tabIndex={tabIndex} {...control("play")} onClick={() => onPlay(song)} />
      }
      lead={<Cover src={coverAddress(song.songImage)} seed={song._id} title={song.title} size="row" />}
      mark={current && <Equaliser label={texts.songs[current]} moving={current === "playing"} />}
      title={song.title}
      sub={<SongSub artist={song.artist} problem={problem} isPrivate={song.private} />}
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
      end={<SongMenu song={song} liked={liked} tabIndex={tabIndex} moves={moves} />}
    />
  );
});
