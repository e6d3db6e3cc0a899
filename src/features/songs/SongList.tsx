import { useMemo } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { playsKind } from "../../audio/playable-kinds.ts";
import { texts } from "../../texts/texts.ts";
import { useDownloads, useOnline } from "../../app/use-live-table.ts";
import { ItemList } from "../lists/ItemList.tsx";
import type { Move } from "../lists/use-reorder.ts";
import { deviceState } from "./device-state.ts";
import { useLiked } from "./likes.ts";
import type { Playback } from "./playback.ts";
import { SongRow } from "./SongRow.tsx";
import type { ListedSongs } from "./songs-by-id.ts";
import { usePlayFrom } from "./use-play-from.ts";

type Props = Playback & {
  /** Its accessible name. */
  label: string;
  /** What `useSongs` returns. */
  listed: ListedSongs;
  /** Makes the list sortable: stores a move, as `useStoreMove` does. */
  onMove?: ((move: Move) => Promise<void>) | undefined;
};

/** What stands in the row before anybody presses it (specification 6.35). */
const noteOfKind = (song: SongSnapshot | undefined) =>
  playsKind(song?.mimeType) ? undefined : texts.player.reasons.unsupported;

/** Songs in rows (specification 3.15). A tap plays the list from that row. */
export function SongList({ label, listed, onMove, onPlay, nowPlaying, skipped }: Props) {
  const { songs, rows, incomplete, onNear } = listed;
  const online = useOnline();
  const liked = useLiked();
  const downloads = useDownloads();
  const known = useMemo(() => new Map(songs.map((song) => [song._id, song])), [songs]);
  const reorder = useMemo(() => onMove && { nameOf: (id: string) => known.get(id)?.title, onMove }, [known, onMove]);
  const play = usePlayFrom(listed, onPlay);
  return (
    <ItemList
      label={label}
      ids={rows}
      start={rows.indexOf(nowPlaying?.songId ?? "")}
      busy={incomplete}
      reorder={reorder}
      onNear={onNear}
    >
      {(item) => (
        <SongRow
          item={item}
          song={known.get(item.id)}
          liked={liked.has(item.id)}
          device={deviceState(downloads?.get(item.id))}
          online={online}
          current={item.id === nowPlaying?.songId ? (nowPlaying.playing ? "playing" : "paused") : undefined}
          note={skipped?.get(item.id) ?? noteOfKind(known.get(item.id))}
          onPlay={play}
        />
      )}
    </ItemList>
  );
}
