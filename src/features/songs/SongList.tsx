import { useCallback, useMemo, useRef } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { List } from "../../ui/List.tsx";
import { useDownloads, useOnline } from "../auth/use-live.ts";
import { deviceStates } from "./device-state.ts";
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

type Props = Playback & {
  /** Its accessible name. */
  label: string;
  songs: readonly SongSnapshot[];
};

/** Songs in rows (specification 3.15). A tap plays the list from that row on. */
export function SongList({ label, songs, onPlay, nowPlaying, skipped }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const online = useOnline();
  const liked = useLiked();
  const downloads = useDownloads();
  const devices = useMemo(() => deviceStates(downloads), [downloads]);
  const playing = songs.findIndex((song) => song._id === nowPlaying?.songId);
  const tabStop = useRovingRows(ref, songs.length, playing);
  const play = useCallback((index: number) => onPlay(songs, index), [onPlay, songs]);
  return (
    <div ref={ref}>
      <List label={label}>
        {songs.map((song, index) => (
          <SongRow
            key={song._id}
            song={song}
            index={index}
            liked={liked.has(song._id)}
            device={devices.get(song._id) ?? "absent"}
            online={online}
            current={index === playing ? (nowPlaying?.playing ? "playing" : "paused") : undefined}
            note={skipped?.get(song._id)}
            tabStop={index === tabStop}
            onPlay={play}
          />
        ))}
      </List>
    </div>
  );
}
