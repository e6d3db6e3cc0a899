/** What rows, cards and the hero say of a song before it is pressed: one answer for all of them. */
import { useCallback } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { playsKind } from "../../audio/playable-kinds.ts";
import { useDownloadHold, useDownloads, useOnline } from "../../app/use-live-table.ts";
import { texts } from "../../texts/texts.ts";
import { type DeviceState, deviceState, problemOf } from "./device-state.ts";
import { useLiked } from "./likes.ts";
import type { Playback } from "./playback.ts";

export interface SongState {
  liked: boolean;
  device: DeviceState;
  /** There is no network, and it is not on this device (specification 6.15). */
  isOutOfReach: boolean;
  online: boolean;
  /** Why the player skipped it, or why it cannot play here (specification 6.18, 6.35). */
  problem: string | undefined;
  /** Set for the player's current song. */
  current: "playing" | "paused" | undefined;
}

/** What is known of a song: its id, and its kind once it has loaded. */
type Known = Pick<SongSnapshot, "_id"> & Partial<Pick<SongSnapshot, "mimeType">>;

export function useSongStates({
  nowPlaying,
  skipped,
}: Pick<Playback, "nowPlaying" | "skipped">): (song: Known) => SongState {
  const online = useOnline();
  const liked = useLiked();
  const downloads = useDownloads();
  const hold = useDownloadHold();
  return useCallback(
    ({ _id, mimeType }) => {
      const device = deviceState(downloads?.get(_id), hold);
      const unsupported = playsKind(mimeType) ? undefined : texts.player.reasons.unsupported;
      return {
        liked: liked.has(_id),
        device,
        isOutOfReach: !online && device !== "ready",
        online,
        problem: skipped?.get(_id) ?? unsupported ?? problemOf(device),
        current: _id === nowPlaying?.songId ? (nowPlaying.playing ? "playing" : "paused") : undefined,
      };
    },
    [online, liked, downloads, hold, nowPlaying, skipped],
  );
}
