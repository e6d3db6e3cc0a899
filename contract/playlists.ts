/** Endpoints of playlists, their songs and orders. */
import * as v from "valibot";
import { data, endpoint, list } from "./endpoint.ts";
import { PlaylistForm, PlaylistPatch } from "./rules/validation.ts";
import { Song } from "./songs.ts";
import { User } from "./users.ts";
import { boundedList, Caller, Color, Id, IdsOnly, NewOrder, Order, Page, Time, Uid, Url } from "./common-schemas.ts";

/** A playlist in a list or a search: all that a card shows, and nothing that grows with its songs. */
export const PlaylistSummary = v.object({
  _id: Id,
  title: v.string(),
  description: v.string(),
  genre: v.nullable(v.string()),
  private: v.boolean(),
  playlistImage: v.nullable(Url),
  /** Of a list without an image: up to four covers of its first songs. */
  songImages: v.optional(v.array(Url)),
  playlistColor: Color,
  songCount: v.number(),
  owner: Uid,
  /** The owner's full name. */
  ownerName: v.string(),
  followers: v.number(),
  /** Whether the reader follows it. */
  followed: v.boolean(),
  createdAt: Time,
});
export type PlaylistSummary = v.InferOutput<typeof PlaylistSummary>;

export const Playlist = v.object({
  ...PlaylistSummary.entries,
  /** Ids of the visible songs, in order. */
  songs: v.array(Id),
});
export type Playlist = v.InferOutput<typeof Playlist>;

/** What a card, a row or a header shows; also stored with queued changes and handed from screen to screen. */
export const PlaylistSnapshot = v.pick(PlaylistSummary, [
  "_id",
  "title",
  "description",
  "genre",
  "private",
  "playlistImage",
  "songImages",
  "playlistColor",
  "songCount",
  "owner",
  "ownerName",
]);
export type PlaylistSnapshot = v.InferOutput<typeof PlaylistSnapshot>;

/** A playlist with its first songs and its owner; `next` is the cursor of the next songs. */
const PlaylistDetail = v.object({
  ...Playlist.entries,
  songs: v.array(Song),
  owner: User,
});
type PlaylistDetail = v.InferOutput<typeof PlaylistDetail>;

const ById = v.object({ id: Id });
const ByUid = v.object({ id: Uid });

/** `id` is made by the device, so that it can go on offline; the server takes it once (specification 5.15). */
export const createPlaylist = endpoint("POST", "/playlists", {
  body: v.object({ playlist: PlaylistForm, id: v.optional(Id) }),
  reply: data(Playlist),
  status: 201,
});

export const getPlaylist = endpoint("GET", "/playlists/{id}", {
  params: ById,
  reply: data(Playlist),
});

export const getPlaylistDetail = endpoint("GET", "/playlists/playlist/{id}", {
  params: ById,
  query: Page,
  reply: v.object({ data: PlaylistDetail, next: v.nullable(v.string()) }),
});

/** All ids of a playlist's visible songs, in order. */
export const playlistSongIds = endpoint("GET", "/playlists/playlist/{id}", {
  params: ById,
  query: IdsOnly,
  reply: list(Id),
});

/** Without `image` the picture stays, null removes it, the URL of an own new upload replaces it. */
export const editPlaylist = endpoint("PATCH", "/playlists/{id}", {
  params: ById,
  body: v.object({ playlist: PlaylistPatch, image: v.optional(v.nullable(Url)) }),
  reply: data(Playlist),
});

/** The specified way to delete; `deletePlaylist` does the same. */
export const putDeletePlaylist = endpoint("PUT", "/playlists/{id}", {
  params: ById,
  body: Caller,
  reply: v.undefined_(),
  status: 204,
});

export const deletePlaylist = endpoint("DELETE", "/playlists/{id}", {
  params: ById,
  body: Caller,
  reply: v.undefined_(),
  status: 204,
});

export const playlistsOfUser = endpoint("GET", "/playlists/my-lists/{id}", {
  params: ByUid,
  query: Page,
  reply: list(PlaylistSummary),
});

export const playlistIdsOfUser = endpoint("GET", "/playlists/my-lists/{id}", {
  params: ByUid,
  /** `holding` a song: only the playlists that contain it. */
  query: v.object({ ...IdsOnly.entries, holding: v.optional(Id) }),
  reply: list(Id),
});

export const followedPlaylists = endpoint("GET", "/playlists/my-favorite-lists/{id}", {
  params: ByUid,
  query: Page,
  reply: list(PlaylistSummary),
});

export const followedPlaylistIds = endpoint("GET", "/playlists/my-favorite-lists/{id}", {
  params: ByUid,
  query: IdsOnly,
  reply: list(Id),
});

/** `{id}` is the caller. */
export const publicPlaylists = endpoint("GET", "/playlists/public/{id}", {
  params: ByUid,
  query: Page,
  reply: list(PlaylistSummary),
});

export const allPlaylists = endpoint("GET", "/playlists/all/", {
  query: v.object({ ...Page.entries, ...Caller.entries }),
  reply: list(PlaylistSummary),
});

export const addSongToPlaylist = endpoint("PATCH", "/playlists/add/{songId}", {
  params: v.object({ songId: Id }),
  body: v.object({ playlistId: Id, ...Caller.entries }),
  reply: data(Playlist),
});

export const removeSongFromPlaylist = endpoint("PATCH", "/playlists/songs/{id}", {
  params: ById,
  body: v.object({ songId: Id }),
  reply: data(Playlist),
});

const FollowedPlaylist = v.object({ _id: Id, followed: v.boolean(), followers: v.number() });

export const followPlaylist = endpoint("PATCH", "/playlists/follow/{id}", {
  params: ById,
  body: Caller,
  reply: data(FollowedPlaylist),
});

export const cancelFollowPlaylist = endpoint("PATCH", "/playlists/cancel-follow/{id}", {
  params: ById,
  body: Caller,
  reply: data(FollowedPlaylist),
});

/** Orders the caller's own playlists; `{id}` is the caller. */
export const orderPlaylists = endpoint("PATCH", "/playlists/order/{id}", {
  params: ByUid,
  body: NewOrder,
  reply: data(Order),
});

export const orderPlaylistSongs = endpoint("PATCH", "/playlists/order-songs/{id}", {
  params: ById,
  body: NewOrder,
  reply: data(Order),
});

/** Public playlists that contain most of these songs. */
export const topPlaylists = endpoint("PUT", "/playlists/top/", {
  isRead: true,
  body: v.object({ songList: boundedList(Id, 500) }),
  reply: list(PlaylistSummary),
});

/** Public playlists, most followed first. */
export const sortedPlaylists = endpoint("GET", "/playlists/sort-playlists", {
  query: Page,
  reply: list(PlaylistSummary),
});
