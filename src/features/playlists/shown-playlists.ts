/** Playlists as screens show them: the server's answer with the queued changes on top (specification 17.19, 17.48). */
import * as v from "valibot";
import { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { type Operation, playlistChangedBy } from "../../../contract/outbox-operations.ts";
import { isPending } from "../../../contract/rules/overlay.ts";
import type { OutboxView, ParsedRow } from "../../db/outbox-table.ts";
import type { PlaylistChange } from "./use-save-playlist.ts";

export type Playlists = ReadonlyMap<string, PlaylistSnapshot>;

const Queued = v.object({ playlist: PlaylistSnapshot });

/** What a queued change knows of its playlist. Another version may have written one that this one cannot read. */
export function queuedPlaylist({ snapshot }: Pick<ParsedRow, "snapshot">): PlaylistSnapshot | undefined {
  const copy = v.safeParse(Queued, snapshot);
  return copy.success ? copy.output.playlist : undefined;
}

/**
 * Returns the playlists with the changes that the answer may lack, and with those that were created since; the same map
 * if there are none.
 * @param seen how many acknowledgements preceded the request of `answered`
 * @param uid whose changes these are
 */
export function showPlaylists(
  answered: Playlists,
  seen: number,
  outbox: OutboxView | undefined,
  uid: string,
): Playlists {
  let shown: Map<string, PlaylistSnapshot> | undefined;
  for (const row of outbox?.rows ?? []) {
    const id = playlistChangedBy(row.operation);
    if (id === undefined || !isPending(row, seen)) continue;
    const before = (shown ?? answered).get(id);
    const after =
      row.operation.kind === "create-playlist" ? (before ?? createdBy(row, uid)) : edited(before, row.operation);
    if (after === before) continue;
    shown ??= new Map(answered);
    if (after === undefined) shown.delete(id);
    else shown.set(id, after);
  }
  return shown ?? answered;
}

/**
 * A refused new playlist or edit as its form shows it, and what the edit sets; undefined where the row no longer knows
 * its playlist.
 */
export function refusedForm(
  row: ParsedRow,
  uid: string,
): { playlist: PlaylistSnapshot; fields: PlaylistChange } | undefined {
  const { operation } = row;
  if (operation.kind !== "edit-playlist") {
    const playlist = createdBy(row, uid);
    return playlist && { playlist, fields: { fields: {} } };
  }
  const playlist = edited(queuedPlaylist(row), operation);
  return playlist && { playlist, fields: { fields: operation.playlist, image: operation.image } };
}

function createdBy(row: ParsedRow, uid: string): PlaylistSnapshot | undefined {
  const { operation } = row;
  if (operation.kind !== "create-playlist") return undefined;
  const { playlistId, playlist } = operation;
  const { title, description, genre = null, playlistImage = null } = playlist;
  return {
    _id: playlistId,
    title,
    description,
    genre,
    playlistImage,
    private: playlist.private,
    songCount: 0,
    owner: uid,
    ownerName: queuedPlaylist(row)?.ownerName ?? "",
  };
}

/** Undefined for one that is deleted or unknown. */
function edited(playlist: PlaylistSnapshot | undefined, operation: Operation): PlaylistSnapshot | undefined {
  if (playlist === undefined) return undefined;
  switch (operation.kind) {
    case "edit-playlist": {
      const { playlist: fields, image = playlist.playlistImage } = operation;
      return {
        ...playlist,
        ...fields,
        genre: fields.genre === undefined ? playlist.genre : fields.genre,
        playlistImage: image,
      };
    }
    case "delete-playlist":
      return undefined;
    case "playlist-song":
      return { ...playlist, songCount: Math.max(0, playlist.songCount + (operation.added ? 1 : -1)) };
    default:
      return playlist;
  }
}

/** Whether this device created the playlist and the server has not confirmed it: until then it cannot be asked for. */
export const isUncreated = (outbox: OutboxView | undefined, id: string): boolean =>
  outbox?.rows.some(
    ({ operation, state }) => operation.kind === "create-playlist" && operation.playlistId === id && state !== "acked",
  ) === true;

/** Whether this device deletes it or has deleted it. */
export const isDeletedHere = (outbox: OutboxView | undefined, id: string): boolean =>
  outbox?.rows.some(
    ({ operation, state }) =>
      operation.kind === "delete-playlist" && operation.playlistId === id && state !== "attention",
  ) === true;
