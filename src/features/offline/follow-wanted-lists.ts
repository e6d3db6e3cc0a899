/**
 * Follows the lists whose songs stay on the device: the favourites, and the playlists that the user keeps here. One that
 * its owner has deleted or hidden is dropped at the next contact, and the user is told (specification 17.15).
 */
import { QueryObserver } from "@tanstack/react-query";
import { type List, songsOfPlaylist } from "../../../contract/list-names.ts";
import { isPending } from "../../../contract/rules/overlay.ts";
import { ApiError } from "../../api/api-error.ts";
import type { App } from "../../app/app-context.ts";
import type { AccountDatabase, KeptPlaylist } from "../../db/database.ts";
import { unkeepPlaylist } from "../../db/kept-playlists.ts";
import { createQueryStore } from "../../db/query-store.ts";
import type { VersionedResult } from "../../db/versioned-result.ts";
import type { Account } from "../../sync/account-session.ts";
import { favouriteSongs } from "../../sync/query-keys.ts";
import { texts } from "../../texts/texts.ts";
import { idListQuery, requestIds, shownIds, StoredIds } from "../lists/id-list.ts";
import { playlistQuery } from "../playlists/playlist-queries.ts";
import { isUncreated } from "../playlists/shown-playlists.ts";
import type { KnownList, WantedList } from "./wanted-lists.ts";

export interface WantedLists {
  /** What is wanted, by descending priority; undefined before the device's storage is read. */
  wanted(): WantedList[] | undefined;
  /** The lists as the server last said. */
  heard(): KnownList[];
  refetch(): void;
  /** Takes over what another tab has stored since: one that slept knows older lists than the device. */
  takeNewer(): Promise<void>;
  close(): void;
}

/** @param onChange called when a list may have changed */
export function followWantedLists(app: App, account: Account, onChange: () => void): WantedLists {
  const { api, queryClient } = app;
  const storedLists = createQueryStore<string[]>(account.db, StoredIds);

  function follow(name: string, list: List, onError: (error: unknown) => void) {
    const observer = new QueryObserver(queryClient, idListQuery(api, account, list));
    const close = observer.subscribe(({ error }) => {
      if (error !== null) onError(error);
      onChange();
    });
    const answer = (): VersionedResult<string[]> | undefined => observer.getCurrentResult().data;
    const takeNewer = async () => {
      const { queryHash, queryKey } = observer.getCurrentQuery();
      const stored = await storedLists.read(queryHash);
      if (stored === undefined || stored.data.begun <= (answer()?.begun ?? 0)) return;
      queryClient.setQueryData(queryKey, stored.data, { updatedAt: stored.dataUpdatedAt });
    };
    return { name, list, answer, close, takeNewer, refetch: () => void observer.refetch() };
  }

  const favourites = follow(favouriteSongs, "favourites", () => {});
  const playlists = new Map<string, ReturnType<typeof follow>>();

  function followPlaylists(): void {
    const kept = account.kept.get() ?? [];
    const ids = new Set(kept.map(({ playlistId }) => playlistId));
    for (const [id, { close }] of playlists) {
      if (ids.has(id)) continue;
      close();
      playlists.delete(id);
      asked.delete(id);
      changed.delete(id);
    }
    for (const one of kept) {
      const id = one.playlistId;
      if (playlists.has(id)) continue;
      playlists.set(
        id,
        follow(id, songsOfPlaylist(id), (error) => attempt(dropIfGone(one, error))),
      );
    }
    followTitles(kept);
  }

  /** Those whose title the server was asked for, and those that a change calls otherwise. */
  const asked = new Set<string>();
  const changed = new Set<string>();

  function followTitles(kept: readonly KeptPlaylist[]): void {
    const outbox = account.outbox.get();
    if (outbox === undefined) return;
    for (const one of kept) {
      const id = one.playlistId;
      const title = titleSince(account, id);
      attempt(rename(account.db, id, title));
      if (title !== undefined) changed.add(id);
      // It was sent, or refused.
      else if (changed.delete(id)) asked.delete(id);
      // Of one that it has not heard of the server says that it is gone.
      if (asked.has(id) || isUncreated(outbox, id)) continue;
      asked.add(id);
      attempt(askTitle(one));
    }
  }

  /** Without a network the playlist's screen is made of this answer, too. */
  async function askTitle(one: KeptPlaylist): Promise<void> {
    const opened = await queryClient.fetchQuery(playlistQuery(api, account, one.playlistId)).catch(() => undefined);
    await rename(
      account.db,
      one.playlistId,
      titleSince(account, one.playlistId, opened?.seen) ?? opened?.value?.playlist.title,
    );
  }

  async function dropIfGone(playlist: KeptPlaylist, error: unknown): Promise<void> {
    if (!(error instanceof ApiError && error.status === 404) || isUnsentPlaylist(account, playlist)) return;
    // It was created since this answer was made.
    if (playlist.owner === account.uid && (await isThere(playlist))) return;
    // Only the first of several tabs tells it.
    const kept = await account.db.transaction("rw", account.db.kept, async () => {
      const row = await account.db.kept.get(playlist.playlistId);
      if (row !== undefined) await unkeepPlaylist(account.db, playlist.playlistId);
      return row;
    });
    // As it is called by now.
    if (kept !== undefined && kept.owner !== account.uid) app.toaster.info(texts.offline.playlistGone(kept.title));
  }

  /** Asks once more. Unless the server says that it is not there, it is taken to be. */
  async function isThere({ playlistId }: KeptPlaylist): Promise<boolean> {
    try {
      await requestIds(api, account.uid, songsOfPlaylist(playlistId));
    } catch (error) {
      return !(error instanceof ApiError && error.status === 404);
    }
    playlists.get(playlistId)?.refetch();
    return true;
  }

  const all = () => [favourites, ...playlists.values()];
  const stops = [
    account.kept.subscribe(() => {
      followPlaylists();
      onChange();
    }),
    // One that was created or renamed since.
    account.outbox.subscribe(() => followTitles(account.kept.get() ?? [])),
  ];
  followPlaylists();
  return {
    wanted() {
      const outbox = account.outbox.get();
      const kept = account.kept.get();
      if (outbox === undefined || kept === undefined) return undefined;
      const order = [favourites, ...kept.flatMap(({ playlistId }) => playlists.get(playlistId) ?? [])];
      return order.map(({ name, list, answer }) => {
        const heard = answer();
        return { name, ids: heard && shownIds(list, heard, outbox) };
      });
    },
    heard: () =>
      all().flatMap(({ name, answer }) => {
        const ids = answer()?.value;
        return ids === undefined ? [] : { name, ids };
      }),
    refetch() {
      for (const one of all()) one.refetch();
    },
    async takeNewer() {
      await Promise.all(all().map((one) => one.takeNewer()));
    },
    close() {
      for (const stop of stops) stop();
      for (const one of all()) one.close();
    },
  };
}

/** Of one that was let go meanwhile, nothing is written. */
async function rename(db: AccountDatabase, playlistId: string, title: string | undefined): Promise<void> {
  if (title === undefined) return;
  // What is shown of the table may be older than it.
  const stored = await db.kept.get(playlistId);
  if (stored !== undefined && stored.title !== title) await db.kept.update(playlistId, { title });
}

/** The disk fails, or a sign-out has closed the database: the next start looks again. */
function attempt(work: Promise<void>): void {
  work.catch((error: unknown) => console.warn("What is kept of a playlist could not be renewed", error));
}

/** An own playlist that was made on this device may not have reached the server yet. */
const isUnsentPlaylist = ({ outbox, uid }: Account, { playlistId, owner }: KeptPlaylist): boolean =>
  owner === uid &&
  (outbox.get()?.rows.some(({ state, target }) => state !== "acked" && target.includes(playlistId)) ?? true);

/**
 * What an own playlist is called by the changes that came after an answer; undefined where none says so.
 * @param seen how many acknowledgements preceded the answer; by default only unsent changes count
 */
function titleSince({ outbox }: Account, playlistId: string, seen = Infinity): string | undefined {
  const titles = (outbox.get()?.rows ?? []).flatMap((row) => {
    const { operation } = row;
    const isForm = operation.kind === "edit-playlist" || operation.kind === "create-playlist";
    return isForm && operation.playlistId === playlistId && isPending(row, seen)
      ? (operation.playlist.title ?? [])
      : [];
  });
  return titles.at(-1);
}
