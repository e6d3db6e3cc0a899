import { memo } from "react";
import { formatTime } from "../../lib/time-format.ts";
import type { Track } from "../../audio/player-state.ts";
import { nextTask } from "../../lib/yield-to-event-loop.ts";
import { texts } from "../../texts/texts.ts";
import { Cover } from "../../ui/Cover.tsx";
import { Equaliser } from "../../ui/Equaliser.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { RowContent, RowFrame } from "../../ui/ListRow.tsx";
import { closeIcon } from "../../ui/row-icons.tsx";
import type { Item } from "../lists/ItemList.tsx";
import { useRenderTurn } from "../lists/use-render-turn.ts";
import { control, focusNext } from "../lists/use-roving-focus.ts";
import { useCoverUrl } from "../songs/cover-url.ts";
import { PlaySongButton } from "../songs/PlaySongButton.tsx";
import { useDescribed } from "./use-player.ts";

type Props = {
  item: Item;
  track: Track;
  /** Set for the current song. */
  current?: "playing" | "paused" | undefined;
  /** The user queued it. */
  queued?: boolean;
  /** Why the player skipped it. */
  note?: string | undefined;
  /** A row that comes to a list that stands waits for its turn. */
  isStanding: () => boolean;
  onPlay: (track: Track) => void;
  onRemove: (track: Track) => void;
};

/** One song of the queue. Pressing it plays, and takes what was queued along. */
export const QueueRow = memo(function QueueRow({ item, isStanding, ...rest }: Props) {
  const { attributes, handle, tabIndex } = item;
  const isShown = useRenderTurn(true, item, isStanding());
  return (
    <RowFrame {...attributes} active={rest.current !== undefined} dimmed={rest.note !== undefined}>
      {isShown && <QueueRowContent {...rest} {...{ handle, tabIndex }} />}
    </RowFrame>
  );
});

/** Apart from the row's place, which every press gives all rows anew. */
const QueueRowContent = memo(function QueueRowContent(
  props: Omit<Props, "item" | "isStanding"> & Pick<Item, "handle" | "tabIndex">,
) {
  const { current, queued, note, onPlay, onRemove, handle, tabIndex } = props;
  const coverAddress = useCoverUrl();
  const track = useDescribed(props.track);
  return (
    <RowContent
      handle={handle}
      lead={<Cover src={coverAddress(track.songImage)} seed={track.songId} title={track.title} size={40} />}
      mark={current && <Equaliser label={texts.songs[current]} moving={current === "playing"} />}
      title={track.title}
      sub={note ?? (queued ? texts.player.queuedBy(track.artist) : track.artist)}
      action={
        <PlaySongButton
          title={track.title}
          label={texts.player.playSong(track.title)}
          tabIndex={tabIndex}
          {...control("play")}
          onClick={({ currentTarget }) => {
            // The row leaves: to lose the focus with it would lay out the page while the rows change.
            if (current === undefined) void nextTask().then(() => focusNext(currentTarget));
            onPlay(props.track);
          }}
        />
      }
      time={formatTime(track.duration)}
      end={
        <IconButton
          label={texts.player.removeSong(track.title)}
          icon={closeIcon}
          size="small"
          tabIndex={tabIndex}
          {...control("remove")}
          onClick={() => onRemove(props.track)}
        />
      }
    />
  );
});
