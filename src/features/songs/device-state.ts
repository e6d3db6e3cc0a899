import type { Download } from "../../../contract/worker-messages.ts";
import { isOverLimit } from "../../sync/download-plan.ts";
import { type Hold, isWaiting } from "../../sync/download-settings.ts";
import { texts } from "../../texts/texts.ts";

/**
 * The download state of a song; a number is the progress in percent (specification 17.12). `full`: no space left;
 * `damaged`: the downloaded file has repeatedly failed verification; `over`: beyond the limit that the user has set. A
 * song that waits has the reason that holds the downloads up, if one does.
 */
export type DeviceState = "ready" | "wanted" | "absent" | "full" | "damaged" | "over" | Hold | number;

/**
 * @param download the song's row; undefined if it has none
 * @param hold what holds the downloads up
 */
export function deviceState(download: Download | undefined, hold?: Hold): DeviceState {
  if (download === undefined) return "absent";
  const { state, problem, bytes, received } = download;
  if (state === "ready") return "ready";
  if (state === "failed" && problem === "quota") return "full";
  if (state === "failed" && problem === "mismatch") return "damaged";
  if (isOverLimit(download)) return "over";
  if (hold !== undefined && isWaiting(download)) return hold;
  if (state !== "downloading") return "wanted";
  return bytes > 0 ? Math.min(99, Math.floor((received / bytes) * 100)) : 0;
}

/**
 * Whether a song may be on this device.
 * @param downloads undefined until read: then the player tries, so that a downloaded song need not wait for a long table
 */
export const mayBeHere = (songId: string, downloads: ReadonlyMap<string, Download> | undefined): boolean =>
  downloads === undefined || downloads.get(songId)?.state === "ready";

/** Whether any song plays without a network. */
export function hasReady(downloads: ReadonlyMap<string, Download>): boolean {
  for (const { state } of downloads.values()) if (state === "ready") return true;
  return false;
}

/** What the song's download waits for, as far as the user can do something about it. */
export const heldBy = (state: DeviceState): Hold | undefined =>
  state === "paused" || state === "metered" || state === "many" ? state : undefined;

/** The state in words (specification 17.12); one that waits says for what. */
export function describeState(state: DeviceState, online: boolean): string {
  if (typeof state === "number") return texts.songs.downloading(state);
  if (state === "ready") return texts.songs.onDevice;
  const hold = heldBy(state);
  const why = hold !== undefined ? texts.storage.holds[hold] : state === "wanted" && online && texts.songs.comesSoon;
  return [texts.songs.notOnDevice, why].filter(Boolean).join(" · ");
}

/** Why a song cannot be downloaded, for its row. */
export function problemOf(state: DeviceState): string | undefined {
  if (state === "full") return texts.songs.noSpace;
  if (state === "over") return texts.songs.overLimit;
  return state === "damaged" ? texts.songs.damaged : undefined;
}

/** Whether the user can have the download tried again. */
export const canRetry = (state: DeviceState): boolean => state === "full" || state === "damaged";
