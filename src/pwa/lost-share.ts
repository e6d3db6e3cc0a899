/** That files which another app shared were lost on their way, until somebody has signed in (specification 3.17.3). */
import { tabValue } from "../lib/tab-value.ts";

const lost = tabValue("offbeat.share-lost");

export const noteLostShare = () => lost.write(1);

/** Returns it once. */
export function takeLostShare(): boolean {
  const isLost = lost.read() !== undefined;
  lost.forget();
  return isLost;
}
