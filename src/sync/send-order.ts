/**
 * Decides which queued changes may be sent now, so that the server reaches the state that the screen showed
 * (specification 17.47): changes of one target in sequence; a reorder after all earlier changes of its list and before
 * all later ones; additions to a list in sequence, unless one of them is postponed; what goes into a playlist after its
 * creation, and its deletion after everything else of it; its songs, and whether it is public, in sequence.
 */
import { editOf, isJoin, type ListEdit, type Operation, playlistChangedBy } from "../../contract/outbox-operations.ts";
import { isRefusedCreation, isUnsent, type ParsedRow } from "../db/outbox-table.ts";

/** The fields of a waiting row that decide its turn. */
export interface Waiting {
  readonly seq: number;
  readonly target: string;
  readonly list: string | undefined;
  readonly change: "order" | "join" | "other";
  /** The own playlist that it changes. */
  readonly playlist: string | undefined;
  readonly kind: Operation["kind"];
  /** It makes the playlist public or private, which decides what songs it may hold. */
  readonly setsPrivate: boolean;
  /** Not sent before the user has decided. */
  readonly isRefused: boolean;
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
}

export function waitingOf(row: ParsedRow): Waiting {
  const { seq, target, notBefore, operation } = row;
  const edit = editOf(operation);
  return {
    seq,
    target,
    list: edit?.list,
    change: edit ? changeOf(edit) : "other",
    playlist: playlistChangedBy(operation),
    kind: operation.kind,
    setsPrivate: operation.kind === "edit-playlist" && operation.playlist.private !== undefined,
    isRefused: isRefusedCreation(row),
    notBefore,
  };
}

const changeOf = (edit: ListEdit) => (edit.change === "order" ? "order" : isJoin(edit) ? "join" : "other");

/** What is sent without the user: not what was refused, nor what goes into a playlist that could not be created. */
export function sentUnasked(rows: readonly ParsedRow[]): ParsedRow[] {
  const uncreated = new Set(rows.filter(isRefusedCreation).map(({ operation }) => playlistChangedBy(operation)));
  return rows.filter((row) => isUnsent(row) && !uncreated.has(playlistChangedBy(row.operation)));
}

/**
 * Yields the rows that no earlier row blocks, including those in flight and those that are not due.
 * @param rows unconfirmed rows, oldest first
 * @param goesFirst whether later additions to the list wait for this row; not if it is postponed
 */
export function* inTurn(rows: Iterable<Waiting>, goesFirst: (row: Waiting) => boolean): Generator<Waiting> {
  const targets = new Set<string>();
  const lists = new Set<string>();
  const ordered = new Set<string>();
  const joined = new Set<string>();
  /** Targets with a postponed row, which also delays the rows after it. */
  const postponed = new Set<string>();
  /** Playlists that the server does not have yet. */
  const uncreated = new Set<string>();
  const playlists = new Set<string>();
  /** Playlists with an earlier change of their songs, and of whether they are public. */
  const filled = new Set<string>();
  const published = new Set<string>();
  for (const row of rows) {
    const { target, list, change, playlist, kind } = row;
    if (playlist !== undefined && row.isRefused) {
      uncreated.add(playlist);
      continue;
    }
    const isBlocked =
      targets.has(target) ||
      (playlist !== undefined &&
        (uncreated.has(playlist) ||
          (kind === "delete-playlist" && playlists.has(playlist)) ||
          (kind === "playlist-song" && published.has(playlist)) ||
          (row.setsPrivate && filled.has(playlist)))) ||
      (list !== undefined &&
        (ordered.has(list) || (change === "order" && lists.has(list)) || (change === "join" && joined.has(list))));
    if (!isBlocked) yield row;
    targets.add(target);
    if (playlist !== undefined) playlists.add(playlist);
    if (playlist !== undefined && kind === "playlist-song") filled.add(playlist);
    if (playlist !== undefined && row.setsPrivate) published.add(playlist);
    if (playlist !== undefined && kind === "create-playlist") uncreated.add(playlist);
    if (!goesFirst(row)) postponed.add(target);
    if (list === undefined) continue;
    lists.add(list);
    if (change === "order") ordered.add(list);
    if (change === "join" && !postponed.has(target)) joined.add(list);
  }
}
