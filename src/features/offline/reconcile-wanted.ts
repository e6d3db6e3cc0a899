/**
 * Reconciles the downloads with what is wanted on the device: liked songs, and the songs of kept playlists. All of them,
 * or, after a change, only the changed ones (specification 17.8).
 */
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Download } from "../../../contract/worker-messages.ts";
import type { VersionedResult } from "../../db/versioned-result.ts";
import { pruneQueries } from "../../db/query-store.ts";
import { isUnsent, type OutboxView } from "../../db/outbox-table.ts";
import { createYielding, nextTask } from "../../lib/yield-to-event-loop.ts";
import type { Account } from "../../sync/account-session.ts";
import { cachedPaths, cachedSongFiles, type SongFiles } from "../../sync/cached-song-files.ts";
import type { DesiredSong } from "../../sync/download-plan.ts";
import { favouriteSongs, songsOfListKey } from "../../sync/query-keys.ts";
import { reconcile, reconcileSome } from "../../sync/reconcile-downloads.ts";
import type { App } from "../../app/app-context.ts";
import { coverUrlOf } from "../songs/cover-url.ts";
import { type Part, type SongsById, songsByIdQuery, partsOf, songsOf } from "../songs/song-parts.ts";
import { joinSongs } from "../songs/song-snapshot.ts";
import {
  changedIds,
  createLimit,
  differing,
  isReordered,
  type KnownList,
  reasonsOf,
  type WantedList,
} from "./wanted-lists.ts";

export const bodiesStaleMs = 5 * 60_000;
/** Parts of the list per task of the page. */
const partsAtOnce = 8;
/** More changed songs than this lead to a full run. */
const maxChanged = 100;

/** The input of the last run. */
interface LastRun {
  lists: readonly KnownList[];
  kept: ReadonlySet<string>;
  /** Wanted songs whose data could not be loaded. */
  unknown: readonly string[];
}

/** Reconciles everything, or what has changed since the last run. Throws errors of the storage. */
type ReconcileWanted = (lists: readonly WantedList[], options: { all: boolean }) => Promise<void>;

/** @param signal stops it before its next write */
export function createReconcileWanted(app: App, account: Account, signal: AbortSignal): ReconcileWanted {
  let last: LastRun | undefined;

  /** Returns whether the worker has something to fetch. */
  async function reconcileAll(lists: readonly KnownList[], kept: ReadonlySet<string>): Promise<boolean> {
    const songs = new Map<string, SongSnapshot>();
    for (const { name, ids } of lists) {
      const parts = partsOf(ids);
      for (const [id, song] of await knownSongs(app, account, name, parts)) songs.set(id, song);
      // These results are pinned: what the list is no longer cut into would stay for good.
      await pruneQueries(account.db, songsOfListKey(account.uid, name), new Set(parts.map((part) => part.name)));
    }
    const rows = account.downloads.get();
    const fits = createLimit(account.downloadSettings.get()?.limit ?? null);
    const desired: DesiredSong[] = [];
    const unknown: string[] = [];
    const yieldIfLong = createYielding();
    for (const [id, reasons] of reasonsOf(lists)) {
      const song = songs.get(id);
      if (song === undefined) unknown.push(id);
      else {
        const isOver = !fits(song.bytes || (rows?.get(id)?.received ?? 0)) && !kept.has(id);
        desired.push({ song: resolved(app, song), reasons, isOver });
      }
      await yieldIfLong();
    }
    if (signal.aborted) return false;
    const isUnfinished = await reconcile(
      account.db,
      desired,
      new Set([...kept, ...unknown]),
      filesOf(app, account.uid),
    );
    last = { lists, kept, unknown };
    return isUnfinished;
  }

  async function reconcileChanged(
    changed: ReadonlySet<string>,
    lists: readonly KnownList[],
    kept: ReadonlySet<string>,
    rows: ReadonlyMap<string, Download>,
  ): Promise<boolean> {
    const songs = new Map<string, SongSnapshot>();
    for (const { name, ids } of lists) {
      const parts = partsOf(ids).filter((part) => part.ids.some((id) => changed.has(id)));
      for (const [id, song] of await knownSongs(app, account, name, parts)) songs.set(id, song);
    }
    if (signal.aborted) return false;
    const reasons = [...reasonsOf(lists, changed)];
    const unknown = reasons.flatMap(([id]) => (songs.has(id) ? [] : id));
    const isUnfinished = await reconcileSome(account.db, changed, {
      desired: reasons.flatMap(([id, why]) => {
        const song = songs.get(id);
        return song === undefined ? [] : { song: resolved(app, song), reasons: why };
      }),
      keep: new Set([...kept, ...unknown]),
      outranked: [...rows.values()].reduce((rank, row) => Math.max(rank, row.rank ?? 0), 0),
    });
    last = { lists, kept, unknown };
    return isUnfinished;
  }

  return async (wanted, { all }) => {
    const outbox = account.outbox.get();
    const rows = account.downloads.get();
    const lists = wanted.flatMap(({ name, ids }) => (ids === undefined ? [] : { name, ids }));
    // Without a result, stored or fresh, no song may be removed.
    if (outbox === undefined || rows === undefined || !lists.some(({ name }) => name === favouriteSongs)) return;
    const unknown = new Set(wanted.flatMap(({ name, ids }) => (ids === undefined ? name : [])));
    const settings = account.downloadSettings.get();
    if (settings === undefined) return;
    const kept = keptWhileUndecided(outbox, app.loadedAudio()?.state().track?.songId);
    for (const { songId, reasons = [] } of unknown.size === 0 ? [] : rows.values())
      if (reasons.some((reason) => unknown.has(reason))) kept.add(songId);
    // What a limit leaves room for depends on all songs and their order.
    const isLimited = settings.limit !== null;
    const isWhole = all || last === undefined || (isLimited && isReordered(last.lists, lists));
    const changed = isWhole || last === undefined ? undefined : changesOf(last, lists, kept);
    if (changed?.size === 0) return;
    // A failed run leads to a full one.
    last = undefined;
    // Its own task: with thousands of songs each half takes a few frames of a slow device.
    await nextTask();
    const isUnfinished =
      changed !== undefined && changed.size <= maxChanged && !isLimited
        ? await reconcileChanged(changed, lists, kept, rows)
        : await reconcileAll(lists, kept);
    if (isUnfinished && !signal.aborted) app.worker.requestDownloads(account.uid);
  };
}

/** The worker lists them: with thousands of songs that is a long task (specification 21.7). */
const filesOf = ({ worker }: App, uid: string): SongFiles | undefined =>
  cachedSongFiles(uid, async () => (await worker.listFiles(uid)) ?? cachedPaths(uid));

/** Resolves the URLs, because the worker does not know the configured base URLs. */
const resolved = ({ config }: App, song: SongSnapshot): SongSnapshot => ({
  ...song,
  url: config.mediaUrl(song.url),
  songImage: coverUrlOf(config, song.songImage),
});

/** Songs to keep for now: that they leave a list is not confirmed, or they are playing. */
function keptWhileUndecided(outbox: OutboxView, playing: string | undefined): Set<string> {
  const undecided = outbox.rows.flatMap(({ operation, ...row }) =>
    isUnsent(row) && (operation.kind === "like" || operation.kind === "playlist-song") ? operation.songId : [],
  );
  return new Set([...undecided, ...(playing === undefined ? [] : [playing])]);
}

/** Songs that joined or left a list or were decided since the last run, and those whose data was unknown. */
const changesOf = (last: LastRun, lists: readonly KnownList[], kept: ReadonlySet<string>): Set<string> =>
  new Set([...last.unknown, ...differing(last.kept, kept), ...changedIds(last.lists, lists)]);

/** Loads the songs of the given parts: fresh if possible, else from the device. */
async function knownSongs(
  app: App,
  account: Account,
  list: string,
  parts: readonly Part[],
): Promise<Map<string, SongSnapshot>> {
  const songs = new Map<string, SongSnapshot>();
  for (let start = 0; start < parts.length; start += partsAtOnce) {
    const some = parts.slice(start, start + partsAtOnce);
    const answers = await Promise.allSettled(
      some.map((part) => {
        const options = songsByIdQuery(app.api, account, list, part);
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
