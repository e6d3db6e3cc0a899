import { X } from "lucide-react";
import { memo } from "react";
import { formatTime } from "../../../contract/rules/time-format.ts";
import type { Track } from "../../audio/player-state.ts";
import { texts } from "../../texts/texts.ts";
import { Cover } from "../../ui/Cover.tsx";
import { Equaliser } from "../../ui/Equaliser.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { ListRow } from "../../ui/ListRow.tsx";
import type { Item } from "../lists/ItemList.tsx";
import { control, focusNext } from "../lists/use-roving-focus.ts";
import { useCoverUrl } from "../songs/cover-url.ts";

type Props = {
  item: Item;
  track: Track;
  /** Set for the current song. */
  current?: "playing" | "paused" | undefined;
  /** The user queued it. */
  queued?: boolean;
  /** Why the player skipped it. */
  note?: string | undefined;
  onPlay: (track: Track) => void;
  onRemove: (track: Track) => void;
};

/** One song of the queue. Pressing it plays, and takes what was queued along. */
export const QueueRow = memo(function QueueRow({ item, track, current, queued, note, onPlay, onRemove }: Props) {
  const coverAddress = useCoverUrl();
  const { tabIndex } = item;
  return (
    <ListRow
      {...item.attributes}
      active={current !== undefined}
      dimmed={note !== undefined}
      handle={item.handle}
      lead={<Cover src={coverAddress(track.songImage)} seed={track.songId} title={track.title} size={40} />}
      mark={current && <Equaliser label={texts.songs[current]} moving={current === "playing"} />}
      title={track.title}
      sub={note ?? (queued ? texts.player.queuedBy(track.artist) : track.artist)}
      action={
        <button
          type="button"
          aria-label={texts.player.playSong(track.title)}
          tabIndex={tabIndex}
          {...control("play")}
          onClick={({ currentTarget }) => {
            // The row leaves: to lose the focus with it would lay out the page while the rows change.
            if (current === undefined) focusNext(currentTarget);
            onPlay(track);
          }}
        />
      }
      time={formatTime(track.duration)}
      end={
        <IconButton
          label={texts.player.removeSong(track.title)}
          icon={<X />}
          size="small"
          tabIndex={tabIndex}
          {...control("remove")}
          onClick={() => onRemove(track)}
        />
      }
    />
  );
});
