/** Playlists as screens show them: the server's answer with the queued changes on top (specification 17.19, 17.48). */
import * as v from "valibot";
import { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { playlistChangedBy } from "../../../contract/outbox-operations.ts";
import { mosaicTiles } from "../../../contract/rules/limits.ts";
import { isPending } from "../../../contract/rules/overlay.ts";
import type { ShownWith } from "../../app/route-state.ts";
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
 * Returns the playlists with the changes that the answer may lack, and with those that were created or published since;
 * the same map if there are none.
 * @param seen how many acknowledgements preceded the request of `answered`
 * @param uid whose changes these are
 * @param earlier what `answered` was shown with before
 */
export function showPlaylists(
  answered: Playlists,
  seen: number,
  outbox: OutboxView | undefined,
  uid: string,
  earlier: ShownWith = {},
): Playlists {
  let shown: Map<string, PlaylistSnapshot> | undefined;
  for (const row of outbox?.rows ?? []) {
    const id = playlistChangedBy(row.operation);
    if (id === undefined || !isPending(row, seen)) continue;
    const known = earlier[row.id];
    if (known !== undefined && known.version === row.version) continue;
    const before = (shown ?? answered).get(id) ?? joinedBy(row, uid);
    const after = edited(before, row, known?.added);
    if (after === (shown ?? answered).get(id)) continue;
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
  rows: readonly ParsedRow[] = [],
): { playlist: PlaylistSnapshot; fields: PlaylistChange } | undefined {
  const { operation } = row;
  if (operation.kind !== "edit-playlist") {
    const behind = rows.filter(({ seq, target }) => target === row.target && seq > row.seq);
    const playlist = behind.reduce((before, one) => edited(before, one), createdBy(row, uid));
    return playlist && { playlist, fields: { fields: {} } };
  }
  const playlist = edited(queuedPlaylist(row), row);
  return playlist && { playlist, fields: { fields: operation.playlist, image: operation.image } };
}

/** The playlist of a change that brings it into lists: a creation, or an edit that publishes it. */
function joinedBy(row: ParsedRow, uid: string): PlaylistSnapshot | undefined {
  const { operation } = row;
  const isPublished = operation.kind === "edit-playlist" && operation.playlist.private === false;
  return isPublished ? queuedPlaylist(row) : createdBy(row, uid);
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

/** What showing a playlist with the changes of now adds to it, for `showPlaylists` to know later. */
export const shownWith = (outbox: OutboxView | undefined, id: string): ShownWith =>
  Object.fromEntries(
    (outbox?.rows ?? [])
      .filter((row) => row.state !== "attention" && playlistChangedBy(row.operation) === id)
      .map(({ id: rowId, version, operation }) => [
        rowId,
        { version, ...(operation.kind === "playlist-song" && { added: operation.added }) },
      ]),
  );

/**
 * Undefined for one that is deleted or unknown.
 * @param wasAdded of a song's change that was merged since `playlist` was shown: what it was then
 */
function edited(
  playlist: PlaylistSnapshot | undefined,
  row: ParsedRow,
  wasAdded?: boolean,
): PlaylistSnapshot | undefined {
  if (playlist === undefined) return undefined;
  const { operation } = row;
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
    case "playlist-song": {
      const { added } = operation;
      const wasIn = wasAdded ?? operation.wasIn ?? !added;
      const songCount = Math.max(0, playlist.songCount + Number(added) - Number(wasIn));
      return { ...(added ? withCoverOf(playlist, row) : playlist), songCount };
    }
    default:
      return playlist;
  }
}

const WithCover = v.object({ songImage: v.string() });

/** A song that was added gives its cover to a list that has too few (specification 3.15.5). */
function withCoverOf(playlist: PlaylistSnapshot, { snapshot }: ParsedRow): PlaylistSnapshot {
  const { playlistImage, songImages = [] } = playlist;
  const song = v.safeParse(WithCover, snapshot);
  if (!song.success || playlistImage !== null || songImages.length >= mosaicTiles) return playlist;
  return { ...playlist, songImages: [...new Set([...songImages, song.output.songImage])] };
}

/**
 * A list of public playlists, newest first, with the changes that it may lack: without what is hidden or deleted, and with
 * what was created or published since, each in its place.
 * @param seen how many acknowledgements preceded the request of `listed`
 * @param more the list goes on: what was made before its last one joins with the next part
 */
export function showPublic(
  listed: readonly PlaylistSnapshot[],
  { seen, more, outbox, uid }: { seen: number; more: boolean; outbox: OutboxView | undefined; uid: string },
): PlaylistSnapshot[] {
  const answered = new Map(listed.map((playlist) => [playlist._id, playlist]));
  const shown = showPlaylists(answered, seen, outbox, uid);
  const joined = [...shown.values()]
    .filter(({ _id }) => !answered.has(_id))
    .toSorted((a, b) => (a._id < b._id ? 1 : -1));
  const list: PlaylistSnapshot[] = [];
  for (const { _id } of listed) {
    // The time of its creation begins each id, whoever made it.
    while (joined[0] !== undefined && joined[0]._id > _id) list.push(...joined.splice(0, 1));
    list.push(...[shown.get(_id) ?? []].flat());
  }
  return [...list, ...(more ? [] : joined)].filter((playlist) => !playlist.private);
}

/** Whether this device created the playlist and the server has not confirmed it: until then it cannot be asked for. */
export const isUncreated = (outbox: OutboxView | undefined, id: string): boolean =>
  outbox?.rows.some(
    ({ operation, state }) => operation.kind === "create-playlist" && operation.playlistId === id && state !== "acked",
  ) === true;

/** Whether this device created the playlist after a request. @param seen how many acknowledgements preceded that */
export const isCreatedSince = (outbox: OutboxView | undefined, id: string, seen: number): boolean =>
  outbox?.rows.some(
    (row) => row.operation.kind === "create-playlist" && row.operation.playlistId === id && isPending(row, seen),
  ) === true;

/** Whether this device deletes it or has deleted it. */
export const isDeletedHere = (outbox: OutboxView | undefined, id: string): boolean =>
  outbox?.rows.some(
    ({ operation, state }) =>
      operation.kind === "delete-playlist" && operation.playlistId === id && state !== "attention",
  ) === true;
