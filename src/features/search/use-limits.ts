import { useState } from "react";
import { type Limits, sameLimits } from "./merge-found.ts";

/** Of each kind at first; each "Show more" doubles it. */
const first = sameLimits(20);

/** How many of each kind a page shows: "Show more" of one moves no other. */
export function useLimits(): { limits: Limits; showMore: (kind: keyof Limits) => void } {
  const [limits, setLimits] = useState(first);
  return { limits, showMore: (kind) => setLimits((before) => ({ ...before, [kind]: before[kind] * 2 })) };
}
