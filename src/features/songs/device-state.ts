import type { Download } from "../../../contract/worker-messages.ts";
import { texts } from "../../texts/en.ts";

/**
 * Where a song is on its way to this device; a number is the percentage of what arrived (specification 17.12). `full`:
 * there is no space for it; `damaged`: what came was not the song, again and again.
 */
export type DeviceState = "ready" | "wanted" | "absent" | "full" | "damaged" | number;

/** @param download its row; undefined where it has none */
export function deviceState(download: Download | undefined): DeviceState {
  if (download === undefined) return "absent";
  const { state, problem, bytes, received } = download;
  if (state === "ready") return "ready";
  if (state === "failed" && problem === "quota") return "full";
  if (state === "failed" && problem === "mismatch") return "damaged";
  if (state !== "downloading") return "wanted";
  return bytes > 0 ? Math.min(99, Math.floor((received / bytes) * 100)) : 0;
}

/**
 * Whether a song is on this device, as far as is known.
 * @param downloads undefined until they are read, as right after the start: a song that is here must not wait for a long
 *   list of all that are, and one that is not will say so
 */
export const mayBeHere = (songId: string, downloads: ReadonlyMap<string, Download> | undefined): boolean =>
  downloads === undefined || downloads.get(songId)?.state === "ready";

/** Why a song does not come to this device, in words for its row. */
export function problemOf(state: DeviceState): string | undefined {
  if (state === "full") return texts.songs.noSpace;
  return state === "damaged" ? texts.songs.damaged : undefined;
}
