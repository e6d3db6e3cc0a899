/** Removes uploads that nothing claimed in time, and files that nothing shows any more (specification 15.9). */
import type { Deps } from "../deps.ts";
import { filesOf } from "./keep.ts";
import { deleteAsset, listUnclaimed, lockUnclaimed } from "./store.ts";

export const unclaimedMs = 24 * 60 * 60 * 1000;
const hourMs = 60 * 60 * 1000;
const batch = 200;

type SweepDeps = Pick<Deps, "db" | "storage" | "now">;

/**
 * Removes every unclaimed asset older than 24 h; returns how many. Files go before their row and in one transaction
 * with it: whatever dies half-way leaves a row that the next sweep takes up again.
 */
export async function sweepAssets(deps: SweepDeps): Promise<number> {
  const before = deps.now() - unclaimedMs;
  let removed = 0;
  for (;;) {
    const ids = await listUnclaimed(deps.db, before, batch);
    let progress = 0;
    for (const id of ids) progress += (await removeUnclaimed(deps, id)) ? 1 : 0;
    removed += progress;
    if (ids.length < batch || progress === 0) return removed;
  }
}

/** Removes the files and the row of an asset at once, unless something claims it. */
export async function removeUnclaimed({ db, storage }: SweepDeps, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const asset = await lockUnclaimed(tx, id);
    if (!asset) return false;
    for (const name of filesOf(id, asset.kind)) await storage.remove(name);
    await deleteAsset(tx, id);
    return true;
  });
}

/** Removes what a transaction has released, once it has committed. What a crash leaves the next sweep takes up. */
export async function removeReleased(deps: SweepDeps, ids: readonly string[]): Promise<void> {
  for (const id of ids) await removeUnclaimed(deps, id);
}

/**
 * Sweeps now and every hour until the returned function is called. `onError` hears of a sweep that failed; the next
 * one tries again.
 */
export function sweepHourly(deps: SweepDeps, onError: (error: unknown) => void): () => void {
  const sweep = () => void sweepAssets(deps).catch(onError);
  sweep();
  const timer = setInterval(sweep, hourMs);
  timer.unref();
  return () => clearInterval(timer);
}
