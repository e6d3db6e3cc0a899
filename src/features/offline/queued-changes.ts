/** Sorts and describes queued changes for the screen that lists them (specification 3.17.2, 17.25). Pure. */
import type { OrderedList } from "../../../contract/list-names.ts";
import { isUnsent, type OutboxView, type ParsedRow, unsentPlaysIn } from "../../db/outbox-table.ts";
import { sentUnasked } from "../../sync/send-order.ts";
import { namesOf } from "../../sync/change-labels.ts";
import { texts } from "../../texts/texts.ts";

interface Changes {
  /** Refused by the server: the user decides. */
  refused: ParsedRow[];
  /** Oldest first, without plays. */
  waiting: ParsedRow[];
  /** What is sent without the user, plays among it. */
  unasked: ReadonlySet<ParsedRow>;
  /** Number of unsent plays. */
  plays: number;
  /** Sequence numbers of rows that this version cannot read. */
  unreadable: readonly number[];
}

export function sortChanges(outbox: OutboxView): Changes {
  const { rows, unreadable } = outbox;
  const waiting = rows.filter((row) => isUnsent(row) && row.operation.kind !== "play");
  return {
    refused: rows.filter((row) => row.state === "attention"),
    waiting,
    unasked: new Set(sentUnasked(rows)),
    plays: unsentPlaysIn(outbox),
    unreadable,
  };
}

/** Describes a change, as "Add Slow Tide to Shore"; without names after a sign-out (specification 17.38). */
export function sentenceOf(row: ParsedRow): string {
  const { operation } = row;
  const names = namesOf(row);
  const song = names.title ?? texts.changes.aSong;
  const playlist = names.playlistTitle ?? texts.changes.aPlaylist;
  switch (operation.kind) {
    case "like":
      return operation.liked ? texts.changes.like(song) : texts.changes.unlike(song);
    case "follow-user": {
      const person = names.userName ?? texts.changes.aPerson;
      return operation.followed ? texts.changes.follow(person) : texts.changes.unfollow(person);
    }
    case "follow-playlist":
      return operation.followed ? texts.changes.follow(playlist) : texts.changes.unfollow(playlist);
    case "playlist-song":
      return operation.added ? texts.changes.add(song, playlist) : texts.changes.remove(song, playlist);
    case "order":
      return texts.changes.order(listName(operation.list, names.playlistTitle));
    case "play":
      return texts.changes.plays(1);
    case "create-playlist":
      return texts.changes.createPlaylist(names.playlistTitle ?? operation.playlist.title);
    case "edit-playlist":
      return texts.changes.editPlaylist(playlist);
    case "delete-playlist":
      return texts.changes.deletePlaylist(playlist);
  }
}

/** Why a change was refused, and what helps; undefined for one that was not. */
export function reasonOf({ problem, operation }: Pick<ParsedRow, "problem" | "operation">): string | undefined {
  if (problem === undefined) return undefined;
  if (problem.songs !== undefined && problem.songs.length > 0) return texts.changes.privateSongs(problem.songs);
  if (!isGone({ problem })) return texts.sentence(problem.title);
  return operation.kind === "follow-user" ? texts.changes.gonePerson : texts.changes.goneItem;
}

/** Whether a change was refused because what it is about is gone: another try helps nothing. */
export const isGone = ({ problem }: Pick<ParsedRow, "problem">) => problem?.code === "not-found";

function listName(list: OrderedList, playlistTitle: string | undefined): string {
  switch (list) {
    case "favourites":
      return texts.songs.favouritesTitle;
    case "own-songs":
      return texts.changes.ownSongs;
    case "own-playlists":
      return texts.changes.ownPlaylists;
    default:
      return playlistTitle ?? texts.changes.aPlaylist;
  }
}
