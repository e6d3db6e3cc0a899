import type { Download } from "../../../contract/worker-messages.ts";

/** Where a song is on its way to this device; a number is the percentage of what arrived (specification 17.12). */
export type DeviceState = "ready" | "wanted" | "absent" | number;

export function deviceStates(downloads: readonly Download[] | undefined): Map<string, DeviceState> {
  return new Map((downloads ?? []).map((row) => [row.songId, stateOf(row)]));
}

function stateOf({ state, bytes, received }: Download): DeviceState {
  if (state === "ready") return "ready";
  if (state !== "downloading") return "wanted";
  return bytes > 0 ? Math.min(99, Math.floor((received / bytes) * 100)) : 0;
}
