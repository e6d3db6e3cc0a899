import { useCallback, useEffect, useMemo, useRef } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { List } from "../../ui/List.tsx";
import { ListRow } from "../../ui/ListRow.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useDownloads, useOnline } from "../auth/use-live.ts";
import { deviceState } from "./device-state.ts";
import { useLiked } from "./likes.ts";
import { useRovingRows } from "./roving-rows.ts";
import { SongRow } from "./SongRow.tsx";

/** What a list has to know of the player, which the page hands in. */
export type Playback = {
  onPlay: (songs: readonly SongSnapshot[], index: number) => void;
  nowPlaying?: { songId: string; playing: boolean } | undefined;
  /** Why the player passed songs over, by id. */
  skipped?: ReadonlyMap<string, string>;
};

/** From here on the browser is told to leave out what is not near the screen. */
const manyRows = 100;

type Props = Playback & {
  /** Its accessible name. */
  label: string;
  songs: readonly SongSnapshot[];
  /** All ids in order, while songs of them are still to come: their places are kept. */
  places?: readonly string[] | undefined;
};

/** Songs in rows (specification 3.15). A tap plays the list from that row on. */
export function SongList({ label, songs, places, onPlay, nowPlaying, skipped }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const online = useOnline();
  const liked = useLiked();
  const downloads = useDownloads();
  const rows = useMemo(() => rowsOf(songs, places), [songs, places]);
  const playing = rows.findIndex(({ id }) => id === nowPlaying?.songId);
  const tabStop = useRovingRows(ref, rows.length, playing);
  const play = usePlayFrom(songs, onPlay);
  return (
    <div ref={ref}>
      <List label={label} busy={places !== undefined}>
        {rows.map(({ id, song }, index) =>
          song === undefined ? (
            <PlaceRow key={id} />
          ) : (
            <SongRow
              key={id}
              song={song}
              liked={liked.has(id)}
              device={deviceState(downloads?.get(id))}
              online={online}
              current={index === playing ? (nowPlaying?.playing ? "playing" : "paused") : undefined}
              note={skipped?.get(id)}
              tabStop={index === tabStop}
              far={rows.length > manyRows}
              onPlay={play}
            />
          ),
        )}
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

/** The same function while the list changes, so that a row that did not change is not rendered again. */
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

const PlaceRow = () => (
  <ListRow
    lead={<Skeleton shape="cover" width={40} />}
    title={<Skeleton width="46%" height={12} />}
    sub={<Skeleton width="30%" height={10} />}
  />
);
