/** One list to search of index and server answers: a hit keeps its place when the server names it too. Pure. */
import type { IndexedArtist, IndexedPlaylist, IndexedSong } from "../../../contract/search.ts";
import { isPending } from "../../../contract/rules/overlay.ts";
import type { OutboxView, ParsedRow } from "../../db/outbox-table.ts";
import { findMatches, type Matches, type Searchable, toSearchable } from "./match.ts";

export interface Entries {
  artists: readonly IndexedArtist[];
  songs: readonly IndexedSong[];
  playlists: readonly IndexedPlaylist[];
}

interface SearchableEntries {
  artists: Searchable<IndexedArtist>;
  songs: Searchable<IndexedSong>;
  playlists: Searchable<IndexedPlaylist>;
}

export interface Found {
  artists: Matches<IndexedArtist>;
  songs: Matches<IndexedSong>;
  playlists: Matches<IndexedPlaylist>;
}

/** How many of each kind are shown. */
export type Limits = Readonly<Record<keyof Found, number>>;

export const sameLimits = (each: number): Limits => ({ artists: each, songs: each, playlists: each });

const kinds = ["artists", "songs", "playlists"] as const;

/** The kinds as they are shown: once nothing more may come, those without a hit stand last (specification 3.8.7). */
export const kindsInOrder = (found: Found, pending: boolean): readonly (keyof Found)[] =>
  pending ? kinds : kinds.toSorted((a, b) => Number(found[b].total > 0) - Number(found[a].total > 0));

/** What tells an entry from others, and what is searched of it. */
interface Named<T> {
  idOf: (entry: T) => string;
  textOf: (entry: T) => string;
}
const person: Named<IndexedArtist> = { idOf: ({ uid }) => uid, textOf: ({ userName }) => userName };
const titled: Named<{ _id: string; title: string }> = { idOf: ({ _id }) => _id, textOf: ({ title }) => title };

export const toSearchableEntries = ({ artists, songs, playlists }: Entries): SearchableEntries => ({
  artists: toSearchable(artists, person.textOf),
  songs: toSearchable(songs, titled.textOf),
  playlists: toSearchable(playlists, titled.textOf),
});

/** @param more entries that `base` may have already, the newest answer first */
export const withMore = (base: SearchableEntries, more: readonly Entries[]): SearchableEntries =>
  more.length === 0
    ? base
    : {
        artists: joined(
          base.artists,
          more.flatMap(({ artists }) => artists),
          person,
        ),
        songs: joined(
          base.songs,
          more.flatMap(({ songs }) => songs),
          titled,
        ),
        playlists: joined(
          base.playlists,
          more.flatMap(({ playlists }) => playlists),
          titled,
        ),
      };

/** Names that an answer of the server knows better than the index, which is older. */
export const withNewer = (base: SearchableEntries, { artists, songs, playlists }: Entries): SearchableEntries => ({
  artists: renamed(base.artists, artists, person),
  songs: renamed(base.songs, songs, titled),
  playlists: renamed(base.playlists, playlists, titled),
});

function renamed<T>(base: Searchable<T>, newer: readonly T[], { idOf, textOf }: Named<T>) {
  const byId = new Map(newer.map((entry) => [idOf(entry), entry]));
  const changed = base.entries.flatMap((entry, place) => {
    const now = byId.get(idOf(entry));
    return now !== undefined && textOf(now) !== textOf(entry) ? [{ place, now }] : [];
  });
  if (changed.length === 0) return base;
  const [entries, folded] = [[...base.entries], [...base.folded]];
  for (const { place, now } of changed) {
    const {
      folded: [text],
    } = toSearchable([now], textOf);
    entries[place] = now;
    if (text !== undefined) folded[place] = text;
  }
  return { entries, folded };
}

/**
 * With what is queued for playlists: new ones are found before the server has heard of them, edited ones by their new
 * title, deleted ones no more (specification 3.8.1).
 * @param seen how many acknowledgements preceded the request of the index
 */
export function withQueued(all: SearchableEntries, seen: number, outbox: OutboxView | undefined): SearchableEntries {
  // Another answer than the index may be older than a deletion; no playlist gets its id again.
  const isGone = ({ state, operation }: ParsedRow) => state === "acked" && operation.kind === "delete-playlist";
  const rows = (outbox?.rows ?? []).filter((row) => isPending(row, seen) || isGone(row));
  if (!rows.some(({ operation }) => /^(create|edit|delete)-playlist$/.test(operation.kind))) return all;
  const shown = new Map(all.playlists.entries.map((one) => [one._id, one]));
  for (const { operation } of rows) {
    if (operation.kind === "create-playlist" && !shown.has(operation.playlistId)) {
      const { title, playlistImage = null } = operation.playlist;
      shown.set(operation.playlistId, { _id: operation.playlistId, title, playlistImage });
    }
    if (operation.kind === "delete-playlist") shown.delete(operation.playlistId);
    const before = operation.kind === "edit-playlist" ? shown.get(operation.playlistId) : undefined;
    if (operation.kind !== "edit-playlist" || before === undefined) continue;
    const { playlist, image = before.playlistImage } = operation;
    shown.set(before._id, { ...before, title: playlist.title ?? before.title, playlistImage: image });
  }
  const known = new Set(all.playlists.entries.map(({ _id }) => _id));
  const now = [...shown.values()];
  // The newest first, as the index has them.
  const created = now.filter(({ _id }) => !known.has(_id)).toReversed();
  const others = now.filter(({ _id }) => known.has(_id));
  return { ...all, playlists: toSearchable([...created, ...others], titled.textOf) };
}

/** Behind the base, so that what is shown stays in place. */
function joined<T>(base: Searchable<T>, more: readonly T[], { idOf, textOf }: Named<T>) {
  const known = new Set(base.entries.map(idOf));
  const added = new Map<string, T>();
  for (const entry of more) if (!known.has(idOf(entry)) && !added.has(idOf(entry))) added.set(idOf(entry), entry);
  if (added.size === 0) return base;
  const { entries, folded } = toSearchable([...added.values()], textOf);
  return { entries: [...base.entries, ...entries], folded: [...base.folded, ...folded] };
}

export const findIn = (all: SearchableEntries, query: string, limits: Limits): Found => ({
  artists: findMatches(all.artists, query, limits.artists),
  songs: findMatches(all.songs, query, limits.songs),
  playlists: findMatches(all.playlists, query, limits.playlists),
});
