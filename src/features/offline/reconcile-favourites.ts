/**
 * Reconciles the downloads with the liked songs: all of them, or, after a change, only the changed ones
 * (specification 17.8).
 */
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Download } from "../../../contract/worker-messages.ts";
import type { VersionedResult } from "../../db/versioned-result.ts";
import { pruneQueries } from "../../db/query-store.ts";
import { isUnsent, type OutboxView } from "../../db/outbox-table.ts";
import { createYielding, nextTask } from "../../lib/yield-to-event-loop.ts";
import type { Account } from "../../sync/account-session.ts";
import { favouriteSongs, songsOfListKey } from "../../sync/query-keys.ts";
import { reconcile, reconcileSome } from "../../sync/reconcile-downloads.ts";
import type { App } from "../../app/app-context.ts";
import { type SongsById, songsByIdQuery, partsOf, songsOf } from "../songs/song-parts.ts";
import { shownIds } from "../lists/id-list.ts";
import { joinSongs } from "../songs/song-snapshot.ts";

export const bodiesStaleMs = 5 * 60_000;
/** Parts of the list per task of the page. */
const partsAtOnce = 8;
/** More changed songs than this lead to a full run. */
const maxChanged = 100;

/** The input of the last run. */
interface LastRun {
  ids: readonly string[];
  kept: ReadonlySet<string>;
  /** Liked songs whose data could not be loaded. */
  unknown: readonly string[];
}

/** Reconciles everything, or what has changed since the last run. Throws errors of the storage. */
export type ReconcileFavourites = (
  answer: VersionedResult<string[]> | undefined,
  options: { all: boolean },
) => Promise<void>;

/** @param signal stops it before its next write */
export function createReconcileFavourites(app: App, account: Account, signal: AbortSignal): ReconcileFavourites {
  let last: LastRun | undefined;

  /** Returns whether the worker has something to fetch. */
  async function reconcileAll(ids: readonly string[], kept: ReadonlySet<string>): Promise<boolean> {
    const parts = partsOf(ids);
    const songs = await knownSongs(app, account, parts);
    // These results are pinned: what the list is no longer cut into would stay for good.
    await pruneQueries(account.db, songsOfListKey(account.uid, favouriteSongs), new Set(parts.map(({ name }) => name)));
    const desired: SongSnapshot[] = [];
    const yieldIfLong = createYielding();
    for (const id of ids) {
      const song = songs.get(id);
      if (song !== undefined) desired.push(absolute(app, song));
      await yieldIfLong();
    }
    if (signal.aborted) return false;
    const unknown = ids.filter((id) => !songs.has(id));
    const isUnfinished = await reconcile(account.db, desired, new Set([...kept, ...unknown]));
    last = { ids, kept, unknown };
    return isUnfinished;
  }

  async function reconcileChanged(
    changed: ReadonlySet<string>,
    ids: readonly string[],
    kept: ReadonlySet<string>,
    rows: ReadonlyMap<string, Download>,
  ): Promise<boolean> {
    const liked = ids.filter((id) => changed.has(id));
    const parts = partsOf(ids).filter((part) => part.ids.some((id) => changed.has(id)));
    const songs = await knownSongs(app, account, parts);
    if (signal.aborted) return false;
    const unknown = liked.filter((id) => !songs.has(id));
    const isUnfinished = await reconcileSome(account.db, changed, {
      desired: liked.flatMap((id) => songs.get(id) ?? []).map((song) => absolute(app, song)),
      keep: new Set([...kept, ...unknown]),
      outranked: [...rows.values()].reduce((rank, row) => Math.max(rank, row.rank ?? 0), 0),
    });
    last = { ids, kept, unknown };
    return isUnfinished;
  }

  return async (answer, { all }) => {
    const outbox = account.outbox.get();
    const rows = account.downloads.get();
    const ids = shownIds("favourites", answer, outbox);
    // Without a result, stored or fresh, no song may be removed.
    if (ids === undefined || outbox === undefined || answer === undefined) return;
    const kept = keptWhileUndecided(outbox, app.loadedAudio()?.state().track?.songId);
    const changed = all || last === undefined ? undefined : changesOf(last, ids, kept);
    if (changed?.size === 0) return;
    // A failed run leads to a full one.
    last = undefined;
    const isUnfinished =
      changed !== undefined && changed.size <= maxChanged && rows !== undefined
        ? await reconcileChanged(changed, ids, kept, rows)
        : await reconcileAll(ids, kept);
    if (isUnfinished && !signal.aborted) app.worker.requestDownloads(account.uid);
  };
}

/** Makes the URL absolute, because the worker does not know the configured base URLs. */
const absolute = (app: App, song: SongSnapshot): SongSnapshot => ({
  ...song,
  url: app.config.mediaUrl(song.url),
});

/** Songs to keep for now: their unlike is not confirmed, or they are playing. */
function keptWhileUndecided(outbox: OutboxView, playing: string | undefined): Set<string> {
  const undecided = outbox.rows.flatMap((row) =>
    isUnsent(row) && row.operation.kind === "like" ? row.operation.songId : [],
  );
  return new Set([...undecided, ...(playing === undefined ? [] : [playing])]);
}

/** Songs that were liked, unliked or decided since the last run, and those whose data was unknown. */
function changesOf(last: LastRun, ids: readonly string[], kept: ReadonlySet<string>): Set<string> {
  const changed = new Set([...last.unknown, ...differing(last.kept, kept)]);
  // Unchanged lists keep their identity.
  if (last.ids !== ids) for (const id of differing(new Set(last.ids), new Set(ids))) changed.add(id);
  return changed;
}

const differing = (some: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> =>
  new Set([...[...some].filter((id) => !others.has(id)), ...[...others].filter((id) => !some.has(id))]);

/** Loads the songs of the given parts: fresh if possible, else from the device. */
async function knownSongs(
  app: App,
  account: Account,
  parts: ReturnType<typeof partsOf>,
): Promise<Map<string, SongSnapshot>> {
  const songs = new Map<string, SongSnapshot>();
  for (let start = 0; start < parts.length; start += partsAtOnce) {
    const some = parts.slice(start, start + partsAtOnce);
    const answers = await Promise.allSettled(
      some.map((part) => {
        const options = songsByIdQuery(app.api, account, favouriteSongs, part);
        const asked = new Set(app.queryClient.getQueryData<VersionedResult<SongsById>>(options.queryKey)?.value.asked);
        const lacks = part.ids.some((id) => !asked.has(id));
        return app.queryClient.fetchQuery({
          ...options,
          staleTime: lacks ? 0 : bodiesStaleMs,
          retry: false,
        });
      }),
    );
    const answered = answers.map((answer) => (answer.status === "fulfilled" ? answer.value.value : undefined));
    const known = joinSongs(
      some.flatMap((part) => part.ids),
      songsOf(answered),
      account.outbox.get(),
      account.downloads.get(),
    );
    for (const [id, song] of known) songs.set(id, song);
    await nextTask();
  }
  return songs;
}
