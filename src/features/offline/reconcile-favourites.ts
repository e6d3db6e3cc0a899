/**
 * Compares the liked songs with those on the device: all of them, or, at a change, only those that changed since
 * (specification 17.8).
 */
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { Download } from "../../../contract/worker-messages.ts";
import type { VersionedResult } from "../../db/versioned-result.ts";
import { isUnsent, type OutboxView } from "../../db/outbox-table.ts";
import { createYielding, nextTask } from "../../lib/yield-to-event-loop.ts";
import type { Account } from "../../sync/account-session.ts";
import { reconcile, reconcileSome } from "../../sync/reconcile-downloads.ts";
import type { App } from "../../app/app-context.ts";
import { type SongsById, songsByIdQuery, partsOf, songsOf } from "../songs/songs-by-id.ts";
import { shownIds } from "../lists/id-list.ts";
import { joinSongs } from "../songs/song-snapshot.ts";

export const bodiesStaleMs = 5 * 60_000;
/** Parts of the list that are asked for in one task of the page. */
const partsAtOnce = 8;
/** More than these are not worth a way of their own. */
const fewSongs = 100;

/** What was liked, and what stays on the device besides, at the last comparison. */
interface Compared {
  ids: readonly string[];
  kept: ReadonlySet<string>;
  /** Liked songs of which nothing could be had. */
  unknown: readonly string[];
}

/** Compares what changed since the last time, or everything. Throws what the storage throws. */
export type Compare = (answer: VersionedResult<string[]> | undefined, options: { all: boolean }) => Promise<void>;

/** @param signal ends it; what is begun by then is left */
export function createReconcileFavourites(app: App, account: Account, signal: AbortSignal): Compare {
  let last: Compared | undefined;

  /** Answers whether the worker has something to fetch. */
  async function compareAll(ids: readonly string[], kept: ReadonlySet<string>): Promise<boolean> {
    const songs = await knownSongs(app, account, partsOf(ids));
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

  async function compareSome(
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
    // Without any answer, stored or fresh, nobody knows what is no longer wanted.
    if (ids === undefined || outbox === undefined || answer === undefined) return;
    const kept = keptWhileUndecided(outbox, app.loadedAudio()?.state().track?.songId);
    const changed = all || last === undefined ? undefined : changesOf(last, ids, kept);
    if (changed?.size === 0) return;
    // Until it is done, nothing is known of how things stand.
    last = undefined;
    const isUnfinished =
      changed !== undefined && changed.size <= fewSongs && rows !== undefined
        ? await compareSome(changed, ids, kept, rows)
        : await compareAll(ids, kept);
    if (isUnfinished && !signal.aborted) app.worker.requestDownloads(account.uid);
  };
}

/** Absolute: the worker knows nothing of the configured bases. */
const absolute = (app: App, song: SongSnapshot): SongSnapshot => ({
  ...song,
  url: app.config.mediaUrl(song.url),
});

/** Songs that stay for now: their unlike is not confirmed yet, or they play. */
function keptWhileUndecided(outbox: OutboxView, playing: string | undefined): Set<string> {
  const undecided = outbox.rows.flatMap((row) =>
    isUnsent(row) && row.operation.kind === "like" ? row.operation.songId : [],
  );
  return new Set([...undecided, ...(playing === undefined ? [] : [playing])]);
}

/** Songs that were liked, unliked or decided since, and those of which nothing was known. */
function changesOf(last: Compared, ids: readonly string[], kept: ReadonlySet<string>): Set<string> {
  const changed = new Set([...last.unknown, ...differing(last.kept, kept)]);
  // The same array as long as it holds the same.
  if (last.ids !== ids) for (const id of differing(new Set(last.ids), new Set(ids))) changed.add(id);
  return changed;
}

const differing = (some: ReadonlySet<string>, others: ReadonlySet<string>): Set<string> =>
  new Set([...[...some].filter((id) => !others.has(id)), ...[...others].filter((id) => !some.has(id))]);

/** The bodies of songs of the list: fresh where they can be had, else what the device remembers. */
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
        const options = songsByIdQuery(app.api, account, "favourites", part);
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
