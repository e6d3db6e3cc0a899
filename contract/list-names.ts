/** Names of the id lists that a user changes; each is one query of the page. */
import * as v from "valibot";
import { Id } from "./common-schemas.ts";

const playlistPrefix = "playlist:";

/** The songs of one playlist. */
type PlaylistSongs = `${typeof playlistPrefix}${string}`;

const PlaylistSongs = v.custom<PlaylistSongs>(
  (value) =>
    typeof value === "string" && value.startsWith(playlistPrefix) && v.is(Id, value.slice(playlistPrefix.length)),
);

/** Lists with a user-defined order. */
export const OrderedList = v.union([v.picklist(["favourites", "own-songs", "own-playlists"]), PlaylistSongs]);
export type OrderedList = v.InferOutput<typeof OrderedList>;

export type List = OrderedList | "followed-playlists" | "followed-people";

export const songsOfPlaylist = (playlistId: string): PlaylistSongs => `${playlistPrefix}${playlistId}`;

export const isPlaylistSongs = (list: List): list is PlaylistSongs => list.startsWith(playlistPrefix);

export const playlistIdOf = (list: PlaylistSongs): string => list.slice(playlistPrefix.length);
