/**
 * Bugs to plant in the turns of queued changes (specification 17.47), one for each of their clauses: what a row does not
 * wait for though it should, or waits for though it should not. Whether a song leaves before or after an order, or what
 * joins, comes to the same in the end; the drainer's own tests hold these.
 */
import type { inTurn, Waiting } from "../../../src/sync/send-order.ts";

interface Turn {
  row: Waiting;
  /** Waiting rows that are older, oldest first. */
  before: Waiting[];
  goesFirst: (row: Waiting) => boolean;
}

/** A row that leaves out, of those before it, the ones that the bug does not see. */
const blindTo =
  (isUnseen: (row: Waiting, earlier: Waiting, goesFirst: Turn["goesFirst"]) => boolean) =>
  ({ row, before, goesFirst }: Turn): Turn => ({
    row,
    before: before.filter((earlier) => !isUnseen(row, earlier, goesFirst)),
    goesFirst,
  });

const joinsOf = (isList: (list: string) => boolean) =>
  blindTo((row, earlier) => row.change === "join" && earlier.change === "join" && isList(row.list ?? ""));

const bugs = {
  "parallel replay": blindTo((row, earlier) => row.target === earlier.target),
  "an order before what joined": blindTo((row, earlier) => row.change === "order" && earlier.change === "join"),
  "what joins before the order": blindTo((row, earlier) => row.change === "join" && earlier.change === "order"),
  "what is not due yet is passed": blindTo((_, earlier, goesFirst) => !goesFirst(earlier)),
  "likes in any order": joinsOf((list) => list === "favourites"),
  "songs of a playlist in any order": joinsOf((list) => list.startsWith("playlist:")),
  "people in any order": joinsOf((list) => list === "followed-people"),
  "followed playlists in any order": joinsOf((list) => list === "followed-playlists"),
  "own playlists in any order": joinsOf((list) => list === "own-playlists"),
  "songs before their playlist": blindTo(
    (row, earlier) => row.kind === "playlist-song" && earlier.kind === "create-playlist",
  ),
  "an edit before its playlist": blindTo(
    (row, earlier) => row.kind === "edit-playlist" && earlier.kind === "create-playlist",
  ),
  "a deletion before what is of its playlist": blindTo(
    (row, earlier) => row.kind === "delete-playlist" && earlier.kind !== "create-playlist",
  ),
  "one to be tried again holds up others": (turn: Turn): Turn => ({
    ...turn,
    goesFirst: () => true,
  }),
} satisfies Record<string, (turn: Turn) => Turn>;

export type TurnBug = keyof typeof bugs;
export const turnBugs = Object.keys(bugs) as TurnBug[]; // the keys of the table above

/** They need playlists that a device creates. */
export const playlistTurnBugs: ReadonlySet<TurnBug> = new Set<TurnBug>([
  "own playlists in any order",
  "songs before their playlist",
  "an edit before its playlist",
  "a deletion before what is of its playlist",
]);

let planted: TurnBug | undefined;

export function plantTurnBug(bug: TurnBug | undefined): void {
  planted = bug;
}

/** The real rule, or what it becomes with the planted bug. */
export const plantable = (real: typeof inTurn): typeof inTurn =>
  function* (rows, goesFirst) {
    if (planted === undefined) return yield* real(rows, goesFirst);
    const all = [...rows];
    for (const [place, row] of all.entries()) {
      const turn = bugs[planted]({ row, before: all.slice(0, place), goesFirst });
      if ([...real([...turn.before, turn.row], turn.goesFirst)].includes(turn.row)) yield row;
    }
  };
