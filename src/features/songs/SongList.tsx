import { useCallback, useEffect, useMemo, useRef } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { useDownloads, useOnline } from "../../app/use-live-table.ts";
import { ItemList } from "../lists/ItemList.tsx";
import type { Move } from "../lists/use-reorder.ts";
import { deviceState } from "./device-state.ts";
import { useLiked } from "./likes.ts";
import { SongRow } from "./SongRow.tsx";

/** What a list needs of the player; the page passes it in. */
export type Playback = {
  onPlay: (songs: readonly SongSnapshot[], index: number) => void;
  nowPlaying?: { songId: string; playing: boolean } | undefined;
  /** Why the player skipped songs, by id. */
  skipped?: ReadonlyMap<string, string>;
};

type Props = Playback & {
  /** Its accessible name. */
  label: string;
  songs: readonly SongSnapshot[];
  /** All ids in order, while some songs are loading: their rows are placeholders. */
  places?: readonly string[] | undefined;
  /** Makes the list sortable: stores a move, as `useStoreMove` does. */
  onMove?: ((move: Move) => Promise<void>) | undefined;
};

/** Songs in rows (specification 3.15). A tap plays the list from that row. */
export function SongList({ label, songs, places, onMove, onPlay, nowPlaying, skipped }: Props) {
  const online = useOnline();
  const liked = useLiked();
  const downloads = useDownloads();
  const known = useMemo(() => new Map(songs.map((song) => [song._id, song])), [songs]);
  const ids = useMemo(() => places ?? songs.map(({ _id }) => _id), [places, songs]);
  const reorder = useMemo(() => onMove && { nameOf: (id: string) => known.get(id)?.title, onMove }, [known, onMove]);
  const play = usePlayFrom(songs, onPlay);
  return (
    <ItemList
      label={label}
      ids={ids}
      start={ids.indexOf(nowPlaying?.songId ?? "")}
      busy={places !== undefined}
      reorder={reorder}
    >
      {(item) => (
        <SongRow
          item={item}
          song={known.get(item.id)}
          liked={liked.has(item.id)}
          device={deviceState(downloads?.get(item.id))}
          online={online}
          current={item.id === nowPlaying?.songId ? (nowPlaying.playing ? "playing" : "paused") : undefined}
          note={skipped?.get(item.id)}
          onPlay={play}
        />
      )}
    </ItemList>
  );
}

/** Returns a stable function, so that unchanged rows do not render when the list changes. */
function usePlayFrom(songs: readonly SongSnapshot[], onPlay: Playback["onPlay"]) {
  const latest = useRef({ songs, onPlay });
  useEffect(() => {
    latest.current = { songs, onPlay };
  });
  return useCallback((song: SongSnapshot) => {
    const { songs: all, onPlay: playNow } = latest.current;
    playNow(
      all,
      all.findIndex(({ _id }) => _id === song._id),
    );
  }, []);
}
