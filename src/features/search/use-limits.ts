import * as v from "valibot";
import { useEntryState } from "../../app/route-state.ts";
import { type Limits, sameLimits } from "./merge-found.ts";

/** Of each kind at first; each "Show more" doubles it. */
const first = sameLimits(20);

const Kept = v.object({ artists: v.number(), songs: v.number(), playlists: v.number() });

/**
 * How many of each kind a page shows: "Show more" of one moves no other.
 * @param of what it shows of, among the lists of its screen
 */
export function useLimits(of: "library" | "results"): { limits: Limits; showMore: (kind: keyof Limits) => void } {
  const [limits, setLimits] = useEntryState<Limits>(of, Kept, first);
  return { limits, showMore: (kind) => setLimits({ ...limits, [kind]: limits[kind] * 2 }) };
}
