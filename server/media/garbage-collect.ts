/** Removes unclaimed uploads, unused files, and leftovers of interrupted uploads (specification 15.9). */
import type { AppContext } from "../app-context.ts";
import { HttpProblem } from "../http/problem.ts";
import type { Removal } from "./storage.ts";
import { forgetRemoved, listUnclaimed, markForDeletion } from "./asset-rows.ts";

export const unclaimedMs = 24 * 60 * 60 * 1000;
/** A host may take an announced file until long after nobody can claim it: it is swept again then. */
const announcedMs = 2 * unclaimedMs;
const hourMs = 60 * 60 * 1000;
/** Cloudinary's maximum for one call. */
const batchSize = 100;

type GarbageDeps = Pick<AppContext, "db" | "storage" | "now">;

/**
 * Removes every unclaimed asset older than 24 h and returns their number. Throws the cause of an incomplete removal.
 */
export async function collectGarbage(deps: GarbageDeps): Promise<number> {
  const [before, sweptBefore] = [deps.now() - unclaimedMs, deps.now() - announcedMs];
  let removed = 0;
  let failure: unknown;
  let after: string | undefined = "";
  while (after !== undefined) {
    const ids = await listUnclaimed(deps.db, { before, sweptBefore, after, limit: batchSize });
    const { gone, error } = await removeUnclaimed(deps, ids);
    removed += gone.length;
    failure = error ?? failure;
    // Files that cannot be removed keep no others; a host that does not answer is asked again in an hour.
    const isUnreached = gone.length === 0 && error instanceof HttpProblem;
    after = ids.length < batchSize || isUnreached ? undefined : ids.at(-1);
  }
  if (failure !== undefined) throw failure;
  return removed;
}

/**
 * Removes files and rows of unclaimed assets. It prevents further claims, then deletes the files, then the rows:
 * after a crash the next run finds the rows again, and no transaction waits for a disk or an external host.
 */
async function removeUnclaimed({ db, storage, now }: GarbageDeps, ids: readonly string[]): Promise<Removal> {
  if (ids.length === 0) return { gone: [] };
  const marked = await markForDeletion(db, ids);
  const removal = await storage.remove(marked);
  await forgetRemoved(db, removal.gone, now() - announcedMs);
  return removal;
}

/** Removes the assets that a committed transaction has released. After a crash the next garbage collection does it. */
export async function removeReleased(deps: GarbageDeps, ids: readonly string[]): Promise<void> {
  const { error } = await removeUnclaimed(deps, ids);
  if (error !== undefined) throw error;
}

/** Removes the files of somebody who was deleted, also those that had come in part. Throws as `collectGarbage` does. */
export async function removeFilesOf(deps: GarbageDeps, uid: string): Promise<void> {
  const { intake } = deps.storage;
  if (intake.kind === "through") await intake.parts.removeOf(uid);
  await collectGarbage(deps);
}

/** How long an answer waits for files to go; milliseconds. */
const patienceMs = 5_000;

/** `removeFilesOf` for an answer. */
export const removeFilesSoon = (deps: GarbageDeps, uid: string): Promise<void> => soon(removeFilesOf(deps, uid));

/** `removeReleased` for an answer. */
export const removeReleasedSoon = async (deps: GarbageDeps, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await soon(removeReleased(deps, ids));
};

/** What takes longer than an answer may goes on without it; if that fails, the next run tries and tells. */
function soon(removal: Promise<void>): Promise<void> {
  removal.catch(() => {});
  let timer: NodeJS.Timeout;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
    timer.unref();
  });
  return Promise.race([removal, patience]).finally(() => clearTimeout(timer));
}

/**
 * Runs now and every hour until the returned function is called. `onError` receives the error of a failed run; the next
 * run retries.
 */
export function collectGarbageHourly(deps: GarbageDeps, onError: (error: unknown) => void): () => void {
  const { intake } = deps.storage;
  const run = () => {
    collectGarbage(deps).catch(onError);
    if (intake.kind === "through") intake.sweepTemporary(deps.now()).catch(onError);
  };
  run();
  const timer = setInterval(run, hourMs);
  timer.unref();
  return () => clearInterval(timer);
}
