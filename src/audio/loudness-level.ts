/** Evens out the loudness of songs by the volume of their media elements (specification 6.33). */
import type { Loudness } from "../../contract/rules/loudness.ts";

/** dB. A song that claims to be quieter than it is does not startle anybody. */
const raisedAtMost = 6;

/**
 * The volume from 0 to 1 at which a song sounds as loud as any other at `volume`. Never more than the file's own samples
 * allow: a quiet song is raised only as far as the volume leaves room.
 */
export function levelOf(volume: number, { gain, peak }: Loudness): number {
  // Undefined in what another version stored.
  if (typeof gain !== "number" || !Number.isFinite(gain)) return volume;
  const raised = volume * 10 ** (Math.min(gain, raisedAtMost) / 20);
  return Math.min(raised, typeof peak === "number" && peak > 1 ? 1 / peak : 1);
}
