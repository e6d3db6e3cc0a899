/**
 * Keeps the liked songs on the device, whatever screen is open: compares what is wanted with what is here after every
 * change, at every contact and from time to time, and asks the worker to fetch the rest (specification 17).
 */
import { QueryObserver } from "@tanstack/react-query";
import type { Answer } from "../../db/answer.ts";
import { isUnsent, type OutboxView } from "../../db/outbox.ts";
import type { Account } from "../../sync/account.ts";
import { reconcile } from "../../sync/downloads.ts";
import type { App } from "../auth/app.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { type Bodies, bodiesQuery, partsOf } from "../songs/bodies.ts";
import { idListQuery, shownIds } from "../songs/id-list.ts";
import { joinSongs } from "../songs/snapshot.ts";

/** Likes of other devices are to be here within a minute. The library's own interval rests in hidden tabs. */
const askAgainMs = 45_000;
/** The worker is kept alive by messages while it downloads. */
const remindMs = 15_000;
/** Several changes in a row cost one comparison. */
const settleMs = 150;
const bodiesStaleMs = 5 * 60_000;
const songsPerTask = 100;

/** Answers how to stop. */
export function keepFavourites(app: App, account: Account): () => void {
  const { api, queryClient, online } = app;
  const observer = new QueryObserver(queryClient, idListQuery(api, account, "favourites"));
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let running = false;
  let again = false;

  async function compare(): Promise<void> {
    const outbox = account.outbox.get();
    const answer = observer.getCurrentResult().data;
    const ids = shownIds("favourites", answer, outbox);
    // Without any answer, stored or fresh, nobody knows what is no longer wanted.
    if (ids === undefined || outbox === undefined || answer === undefined) return;
    const songs = await knownSongs(app, account, ids);
    if (stopped) return;
    // Absolute: the worker knows nothing of the configured bases.
    const desired: SongSnapshot[] = [];
    for (const [index, id] of ids.entries()) {
      const song = songs.get(id);
      if (song !== undefined) desired.push({ ...song, url: app.config.mediaUrl(song.url) });
      // A long list is no long task of the page.
      if (index % songsPerTask === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    }
    if (stopped) return;
    const keep = keptWhileUndecided(outbox, ids, songs, playingId(app));
    if (await reconcile(account.db, desired, keep)) app.worker.requestDownloads(account.uid);
  }

  async function run(): Promise<void> {
    if (running) {
      again = true;
      return;
    }
    running = true;
    try {
      do {
        again = false;
        await compare();
      } while (again && !stopped);
    } catch (error) {
      // A failing disk or a closed database: the next change or the timer tries again.
      console.warn("Favourites could not be compared with the device", error);
    } finally {
      running = false;
    }
  }

  const soon = () => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void run(), settleMs);
  };

  const ask = setInterval(() => online.get() && void observer.refetch(), askAgainMs);
  const remind = setInterval(() => {
    const isWanted = account.downloads
      .get()
      ?.some((row) => row.state === "wanted" || row.state === "downloading");
    if (isWanted) app.worker.requestDownloads(account.uid);
  }, remindMs);
  const unsubscribe = [
    observer.subscribe(soon),
    account.outbox.subscribe(soon),
    online.subscribe(soon),
    () => clearInterval(ask),
    () => clearInterval(remind),
    () => clearTimeout(timer),
  ];
  soon();
  return () => {
    stopped = true;
    for (const end of unsubscribe) end();
  };
}

const playingId = (app: App) => app.loadedAudio()?.state().track?.songId;

/** Songs that stay for now: their unlike is not confirmed yet, they play, or nothing is known of them at the moment. */
function keptWhileUndecided(
  outbox: OutboxView,
  ids: readonly string[],
  songs: ReadonlyMap<string, unknown>,
  playing: string | undefined,
): Set<string> {
  const undecided = outbox.rows.flatMap((row) =>
    isUnsent(row) && row.operation.kind === "like" ? row.operation.songId : [],
  );
  return new Set([
    ...undecided,
    ...ids.filter((id) => !songs.has(id)),
    ...(playing === undefined ? [] : [playing]),
  ]);
}

/** The liked songs' bodies: fresh where they can be had, else what the device remembers. */
async function knownSongs(app: App, account: Account, ids: readonly string[]) {
  const parts = partsOf(ids);
  const answers = await Promise.allSettled(
    parts.map(async (part) => {
      const options = bodiesQuery(app.api, account, "favourites", part);
      const cached = app.queryClient.getQueryData<Answer<Bodies>>(options.queryKey);
      const lacks = part.ids.some((id) => cached?.value.asked.includes(id) !== true);
      return app.queryClient.fetchQuery({
        ...options,
        staleTime: lacks ? 0 : bodiesStaleMs,
        retry: false,
      });
    }),
  );
  const answered = answers.flatMap((answer) =>
    answer.status === "fulfilled" ? answer.value.value.songs : [],
  );
  return joinSongs(
    ids,
    new Map(answered.map((song) => [song._id, song])),
    account.outbox.get(),
    account.downloads.get(),
  );
}
