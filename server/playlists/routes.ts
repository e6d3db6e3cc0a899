/** Routes of playlists. */
import * as playlists from "../../contract/playlists.ts";
import { foldCounts } from "../db/counters.ts";
import type { AppContext } from "../app-context.ts";
import { type Call } from "../http/endpoint.ts";
import { requireSelf, type Caller } from "../users/caller.ts";
import type { Router } from "../http/router.ts";
import { removeReleasedSoon } from "../media/garbage-collect.ts";
import type { SongJsonCache } from "../songs/song-json-cache.ts";
import { pageOfPlaylistSongs } from "../songs/song-lists.ts";
import { readPerson } from "../users/people.ts";
import { toUser } from "../users/serialize-user.ts";
import { createPlaylist, editPlaylist } from "./edit-playlist.ts";
import { cancelFollow, followPlaylist } from "./playlist-follows.ts";
import {
  listFollowedIds,
  listPlaylistIdsHolding,
  listPlaylistIdsOf,
  listTop,
  pageOfFollowed,
  pageOfMostFollowed,
  pageOfPlaylists,
  pageOfPlaylistsOf,
  readPlaylist,
  readWithSongs,
} from "./playlist-lists.ts";
import { deletePlaylist } from "./delete-playlist.ts";
import { toPlaylist, toPlaylistSummary } from "./serialize-playlist.ts";
import { addSong, orderPlaylists, orderSongs, removeSong } from "./playlist-songs.ts";

export function playlistRoutes(router: Router<Caller>, deps: AppContext, songJson: SongJsonCache): void {
  onePlaylist(router, songJson);
  ownPlaylistRoutes(router, deps);
  songRoutes(router);
  playlistLists(router, deps);
  followRoutes(router, deps);
}

function onePlaylist(router: Router<Caller>, songJson: SongJsonCache): void {
  router.withProfile(playlists.getPlaylist, async ({ params, caller, db }) => ({
    data: toPlaylist(await readWithSongs(db, caller.uid, params.id)),
  }));

  router.withProfile(playlists.getPlaylistDetail, async ({ params, query, caller, db }) => {
    const playlist = await readPlaylist(db, caller.uid, params.id);
    const owner = await readPerson(db, caller.uid, playlist.owner);
    const { rows, next } = await pageOfPlaylistSongs(db, caller.uid, params.id, query);
    const songs = await songJson.write(caller.uid, rows);
    return { data: { ...toPlaylistSummary(playlist), songs, owner: toUser(owner, caller.uid) }, next };
  });

  router.withProfile(playlists.playlistSongIds, async ({ params, caller, db }) => {
    return { data: (await readWithSongs(db, caller.uid, params.id)).songs, next: null };
  });
}

/** Creates, edits, deletes and orders own playlists. */
function ownPlaylistRoutes(router: Router<Caller>, deps: AppContext): void {
  router.withProfile(playlists.createPlaylist, async ({ body, caller, db }) => {
    const { id = deps.newId(), playlist } = body;
    await createPlaylist(db, deps.now(), caller.uid, id, playlist);
    return { data: toPlaylist(await readWithSongs(db, caller.uid, id)) };
  });

  router.withProfile(playlists.editPlaylist, async ({ params, body, caller, db, after }) => {
    const released = await editPlaylist(db, caller.uid, params.id, body);
    after(() => removeReleasedSoon(deps, released));
    return { data: toPlaylist(await readWithSongs(db, caller.uid, params.id)) };
  });

  const remove = async ({
    params,
    caller,
    db,
    after,
  }: Call<typeof playlists.deletePlaylist, Caller>): Promise<undefined> => {
    const released = await deletePlaylist(db, caller.uid, params.id);
    after(() => removeReleasedSoon(deps, released));
  };
  router.withProfile(playlists.putDeletePlaylist, remove);
  router.withProfile(playlists.deletePlaylist, remove);

  router.withProfile(playlists.orderPlaylists, async ({ params, body, caller, db }) => {
    requireSelf(params.id, caller);
    return { data: { orderedList: await orderPlaylists(db, caller.uid, body) } };
  });
}

function songRoutes(router: Router<Caller>): void {
  router.withProfile(playlists.addSongToPlaylist, async ({ params, body, caller, db }) => {
    await addSong(db, caller.uid, body.playlistId, params.songId);
    return { data: toPlaylist(await readWithSongs(db, caller.uid, body.playlistId)) };
  });

  router.withProfile(playlists.removeSongFromPlaylist, async ({ params, body, caller, db }) => {
    await removeSong(db, caller.uid, params.id, body.songId);
    return { data: toPlaylist(await readWithSongs(db, caller.uid, params.id)) };
  });

  router.withProfile(playlists.orderPlaylistSongs, async ({ params, body, caller, db }) => ({
    data: { orderedList: await orderSongs(db, caller.uid, params.id, body) },
  }));
}

function playlistLists(router: Router<Caller>, deps: AppContext): void {
  router.withProfile(playlists.publicPlaylists, async ({ params, query, caller, db }) => {
    requireSelf(params.id, caller);
    const { rows, next } = await pageOfPlaylists(db, caller.uid, "public", query);
    return { data: rows.map(toPlaylistSummary), next };
  });

  router.withProfile(playlists.allPlaylists, async ({ query, caller, db }) => {
    const { rows, next } = await pageOfPlaylists(db, caller.uid, "visible", query);
    return { data: rows.map(toPlaylistSummary), next };
  });

  router.withProfile(playlists.playlistsOfUser, async ({ params, query, caller, db }) => {
    const { rows, next } = await pageOfPlaylistsOf(db, caller.uid, params.id, query);
    return { data: rows.map(toPlaylistSummary), next };
  });

  router.withProfile(playlists.playlistIdsOfUser, async ({ params, query, caller, db }) => ({
    data:
      query.holding === undefined
        ? await listPlaylistIdsOf(db, caller.uid, params.id)
        : await listPlaylistIdsHolding(db, caller.uid, params.id, query.holding),
    next: null,
  }));

  router.withProfile(playlists.sortedPlaylists, async ({ query, caller, db }) => {
    await foldCounts(deps.db, "playlist-follower");
    const { rows, next } = await pageOfMostFollowed(db, caller.uid, query);
    return { data: rows.map(toPlaylistSummary), next };
  });

  router.withProfile(playlists.topPlaylists, async ({ body, caller, db }) => ({
    data: (await listTop(db, caller.uid, body.songList)).map(toPlaylistSummary),
    next: null,
  }));
}

function followRoutes(router: Router<Caller>, deps: AppContext): void {
  router.withProfile(playlists.followedPlaylists, async ({ params, query, caller, db }) => {
    requireSelf(params.id, caller);
    const { rows, next } = await pageOfFollowed(db, caller.uid, query);
    return { data: rows.map(toPlaylistSummary), next };
  });

  router.withProfile(playlists.followedPlaylistIds, async ({ params, caller, db }) => {
    requireSelf(params.id, caller);
    return { data: await listFollowedIds(db, caller.uid), next: null };
  });

  router.withProfile(playlists.followPlaylist, async ({ params, caller, db }) => ({
    data: await followPlaylist(db, caller.uid, params.id, deps.now()),
  }));

  router.withProfile(playlists.cancelFollowPlaylist, async ({ params, caller, db }) => ({
    data: await cancelFollow(db, caller.uid, params.id),
  }));
}
