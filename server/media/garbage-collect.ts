/** Removes uploads that nothing claimed in time, files that nothing shows any more, and what a cut-off upload left (specification 15.9). */
import type { AppContext } from "../app-context.ts";
import type { Removal } from "./storage.ts";
import { deleteAssets, doomUnclaimed, listUnclaimed } from "./asset-rows.ts";

export const unclaimedMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
/** As many as an outside host removes in one call. */
const batch = 100;

type SweepDeps = Pick<AppContext, "db" | "storage" | "now">;

/** Removes every unclaimed asset older than 24 h; returns how many. Throws what kept it from removing all of them. */
export async function collectGarbage(deps: SweepDeps): Promise<number> {
  const before = deps.now() - unclaimedMs;
  let removed = 0;
  for (;;) {
    const ids = await listUnclaimed(deps.db, before, batch);
    const { gone, error } = await removeUnclaimed(deps, ids);
    removed += gone.length;
    if (ids.length === batch && gone.length > 0) continue;
    if (error !== undefined) throw error;
    return removed;
  }
}

/**
 * Removes files and rows of assets, but of those that something claims. First the assets are put out of reach, then
 * the files go, then the rows: whatever dies half-way leaves rows that the next sweep takes up again, and no
 * transaction waits for a disk or an outside host.
 */
async function removeUnclaimed({ db, storage }: SweepDeps, ids: readonly string[]): Promise<Removal> {
  if (ids.length === 0) return { gone: [] };
  const doomed = await doomUnclaimed(db, ids);
  const removal = await storage.remove(doomed);
  await deleteAssets(db, removal.gone);
  return removal;
}

/** Removes what a transaction has released, once it has committed. What a crash leaves the next sweep takes up. */
export async function removeReleased(deps: SweepDeps, ids: readonly string[]): Promise<void> {
  const { error } = await removeUnclaimed(deps, ids);
  if (error !== undefined) throw error;
}

/**
 * Sweeps now and every hour until the returned function is called. `onError` hears of a sweep that failed; the next
 * one tries again.
 */
export function collectGarbageHourly(deps: SweepDeps, onError: (error: unknown) => void): () => void {
  const { intake } = deps.storage;
  const sweep = () => {
    collectGarbage(deps).catch(onError);
    if (intake.kind === "through") intake.sweepTemporary(deps.now()).catch(onError);
  };
  sweep();
  const timer = setInterval(sweep, hourMs);
  timer.unref();
  return () => clearInterval(timer);
}
