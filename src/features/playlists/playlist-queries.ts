/** Playlists from the server, stored for offline use without the ids of their songs. */
import * as v from "valibot";
import {
  followedPlaylists,
  getPlaylistDetail,
  type PlaylistSummary,
  PlaylistSnapshot,
  playlistsOfUser,
  publicPlaylists,
} from "../../../contract/playlists.ts";
import { UserSnapshot } from "../../../contract/users.ts";
import type { Api } from "../../api/api-client.ts";
import { nullIfNotFound } from "../../api/null-if-not-found.ts";
import { persistedQuery } from "../../db/persisted-query.ts";
import { forgetQueries } from "../../db/query-store.ts";
import type { Account } from "../../sync/account-session.ts";
import { playlistsKey, playlistSongsKey } from "../../sync/query-keys.ts";

const Listed = v.object({ playlists: v.array(PlaylistSnapshot), more: v.boolean() });

/** The most that a call answers with. */
const perCall = 500;

/** The newest public playlists, at most `count`; `more` says that there are others. */
export const publicPlaylistsQuery = (api: Api, { db, uid }: Account, count: number) =>
  persistedQuery({
    db,
    key: [...playlistsKey(uid), "public", String(count)],
    schema: Listed,
    request: async (signal) => {
      const playlists: PlaylistSnapshot[] = [];
      let cursor: string | undefined;
      do {
        const query = { limit: Math.min(perCall, count - playlists.length), cursor };
        const { data, next } = await api.call(publicPlaylists, { params: { id: uid }, query, signal });
        playlists.push(...data.map(snapshotOfPlaylist));
        cursor = next ?? undefined;
      } while (cursor !== undefined && playlists.length < count);
      return { playlists, more: cursor !== undefined };
    },
  });

const Snapshots = v.array(PlaylistSnapshot);

export const followedPlaylistsQuery = (api: Api, { db, uid }: Account) =>
  persistedQuery({
    db,
    key: [...playlistsKey(uid), "followed"],
    schema: Snapshots,
    request: (signal) =>
      allPages((cursor) =>
        api.call(followedPlaylists, { params: { id: uid }, query: { limit: perCall, cursor }, signal }),
      ),
  });

/** The query key of a person's playlists. */
export const playlistsOfKey = (uid: string, owner: string) => [...playlistsKey(uid), "of", owner] as const;

/** All playlists of a user that the viewer may see. */
export const playlistsOfUserQuery = (api: Api, { db, uid }: Account, owner: string) =>
  persistedQuery({
    db,
    key: playlistsOfKey(uid, owner),
    schema: Snapshots,
    request: (signal) =>
      allPages((cursor) =>
        api.call(playlistsOfUser, { params: { id: owner }, query: { limit: perCall, cursor }, signal }),
      ),
  });

interface PlaylistPage {
  data: readonly PlaylistSummary[];
  next: string | null;
}

async function allPages(page: (cursor: string | undefined) => Promise<PlaylistPage>): Promise<PlaylistSnapshot[]> {
  const playlists: PlaylistSnapshot[] = [];
  let cursor: string | undefined;
  do {
    const { data, next } = await page(cursor);
    playlists.push(...data.map(snapshotOfPlaylist));
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return playlists;
}

/** How often an open playlist is asked for: its owner may change, hide or delete it; milliseconds. */
export const openedEveryMs = 30_000;

const Opened = v.object({ playlist: PlaylistSnapshot, owner: UserSnapshot });
export type OpenedPlaylist = v.InferOutput<typeof Opened>;

/**
 * One playlist with its owner; its songs are a list of their own. Null, as an answer that is kept in place of what was
 * known: deleted, or not to be seen by this user.
 */
export const playlistQuery = (api: Api, { db, uid }: Account, id: string) =>
  persistedQuery({
    db,
    key: [...playlistsKey(uid), "one", id],
    schema: v.nullable(Opened),
    request: async (signal) => {
      const answer = await nullIfNotFound(api.call(getPlaylistDetail, { params: { id }, query: { limit: 1 }, signal }));
      if (answer === null) {
        await forgetQueries(db, [[...playlistSongsKey(uid), id]]);
        return null;
      }
      const owner = v.parse(UserSnapshot, answer.data.owner);
      return { playlist: snapshotOfPlaylist({ ...answer.data, owner: owner.uid }), owner };
    },
  });

/** Picks the fields of a snapshot. */
export const snapshotOfPlaylist = (playlist: PlaylistSummary): PlaylistSnapshot => v.parse(PlaylistSnapshot, playlist);
