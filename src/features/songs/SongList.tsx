import { useCallback, useEffect, useMemo, useRef } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { List } from "../../ui/List.tsx";
import { ListRow } from "../../ui/ListRow.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useDownloads, useOnline } from "../../app/use-live-table.ts";
import { deviceState } from "./device-state.ts";
import { useLiked } from "./likes.ts";
import { useRovingFocus } from "./use-roving-focus.ts";
import { manyRows, placeRows, useRowWindow } from "./row-window.ts";
import { placeProps, type RowPosition } from "./row-position.ts";
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
};

/** Songs in rows (specification 3.15). A tap plays the list from that row. */
export function SongList({ label, songs, places, onPlay, nowPlaying, skipped }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const online = useOnline();
  const liked = useLiked();
  const downloads = useDownloads();
  const rows = useMemo(() => rowsOf(songs, places), [songs, places]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const playing = ids.indexOf(nowPlaying?.songId ?? "");
  const tabStop = useRovingFocus(ref, ids, playing);
  const shown = useRowWindow(ref, rows.length);
  const { placed, missingAfter } = placeRows(shown, rows.length, tabStop);
  const isLong = rows.length > manyRows;
  const heightOf = (count: number) => count * shown.rowHeight;
  const play = usePlayFrom(songs, onPlay);
  return (
    // Padding for the rows that are not rendered.
    <div
      ref={ref}
      style={{
        paddingBlockStart: heightOf(placed[0]?.missingBefore ?? 0),
        paddingBlockEnd: heightOf(missingAfter),
      }}
    >
      <List label={label} busy={places !== undefined}>
        {placed.map(({ index, missingBefore }, at) => {
          const { id = "", song } = rows[index] ?? {};
          const place = {
            index,
            count: isLong ? rows.length : undefined,
            gap: at === 0 ? 0 : heightOf(missingBefore),
          };
          return song === undefined ? (
            <PlaceRow key={id} {...place} />
          ) : (
            <SongRow
              key={id}
              {...place}
              song={song}
              liked={liked.has(id)}
              device={deviceState(downloads?.get(id))}
              online={online}
              current={index === playing ? (nowPlaying?.playing ? "playing" : "paused") : undefined}
              note={skipped?.get(id)}
              tabStop={index === tabStop}
              onPlay={play}
            />
          );
        })}
      </List>
    </div>
  );
}

interface Row {
  id: string;
  song?: SongSnapshot | undefined;
}

function rowsOf(songs: readonly SongSnapshot[], places: readonly string[] | undefined): Row[] {
  if (places === undefined) return songs.map((song) => ({ id: song._id, song }));
  const known = new Map(songs.map((song) => [song._id, song]));
  return places.map((id) => ({ id, song: known.get(id) }));
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

const PlaceRow = (place: RowPosition) => (
  <ListRow
    {...placeProps(place)}
    lead={<Skeleton shape="cover" width={40} />}
    title={<Skeleton width="46%" height={12} />}
    sub={<Skeleton width="30%" height={10} />}
  />
);
