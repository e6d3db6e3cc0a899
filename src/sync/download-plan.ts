/** Computes the changes that bring the downloaded songs in line with the desired ones; pure (specification 17.8). */
import type { SongSnapshot } from "../../contract/songs.ts";
import { type Download, mediaPath } from "../../contract/worker-messages.ts";
import { isDue } from "./backoff.ts";

/** A song to have on the device. */
export interface DesiredSong {
  /** Its `url` is absolute or relative to this origin. */
  song: SongSnapshot;
  /** The lists that want it; see `Download`. */
  reasons: readonly string[];
  /** It does not fit into the limit that the user has set: its row stays, its file goes. */
  isOver?: boolean;
}

export interface PlanInput {
  /** By descending priority. */
  desired: readonly DesiredSong[];
  /** Songs to keep even if they are not desired. */
  keep: ReadonlySet<string>;
  /** The highest rank among rows that are not passed to `take`. */
  outranked?: number;
  /** File sizes in bytes by path, of the files that were checked; undefined for a missing file. */
  checked: ReadonlyMap<string, number | undefined>;
  /** Paths of all cached files; undefined where they were not read: then no cover counts as missing. */
  lying?: ReadonlySet<string>;
  /** Whether a worker is downloading for this account. */
  running: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}

interface Plan {
  /** New and changed rows. */
  put: Download[];
  /** Ids of rows to delete. */
  remove: string[];
  /** Paths that the resulting rows refer to. Every other file in the cache is a leftover. */
  paths: Set<string>;
  /** Whether the resulting rows leave the worker something to fetch. */
  isUnfinished: boolean;
}

/** Takes the rows in batches, so that a long list needs no long task. */
interface Planner {
  take(rows: readonly Download[]): void;
  /** Call after all rows. */
  finish(): Plan;
}

export function createPlanner(input: PlanInput): Planner {
  const { desired, keep, outranked = 0, lying } = input;
  const wanted = new Map(desired.map((one) => [one.song._id, one]));
  const isRemoved = (id: string) => !wanted.has(id) && !keep.has(id);
  const taken = new Set<string>();
  const plan: Plan = { put: [], remove: [], paths: new Set(), isUnfinished: false };
  let lastRank = outranked;

  function addLasting(row: Download): void {
    if (!isOverLimit(row)) plan.paths.add(row.path);
    const cover = row.songImage === null ? undefined : mediaPath(row.songImage);
    if (cover !== undefined) plan.paths.add(cover);
    // A song that is here may have another cover by now, or one that did not come with it.
    const lacksCover = row.state === "ready" && cover !== undefined && lying?.has(cover) === false;
    plan.isUnfinished ||= row.state === "wanted" || row.state === "downloading" || lacksCover;
  }

  return {
    take(rows) {
      for (const row of rows) {
        taken.add(row.songId);
        lastRank = Math.max(lastRank, row.rank ?? 0);
        if (isRemoved(row.songId)) {
          plan.remove.push(row.songId);
          continue;
        }
        const next = mend(refresh(row, wanted.get(row.songId)), input);
        if (!isSame(row, next)) plan.put.push(next);
        addLasting(next);
      }
    },
    finish() {
      const added = [...wanted.values()].filter(({ song }) => !taken.has(song._id));
      for (const [index, one] of added.entries()) {
        const row = newRow(one, lastRank + added.length - index);
        plan.put.push(row);
        addLasting(row);
      }
      return plan;
    },
  };
}

const newRow = ({ song, reasons, isOver = false }: DesiredSong, rank: number): Download =>
  limited({ ...snapshotFields(song), reasons: [...reasons], state: "wanted", received: 0, rank }, isOver);

/** Whether the song is left out because of the user's limit. */
export const isOverLimit = ({ state, problem }: Pick<Download, "state" | "problem">): boolean =>
  state === "failed" && problem === overLimit;

const overLimit = "limit";

/** Applies the user's limit to a row. */
function limited(row: Download, isOver: boolean): Download {
  if (isOver === isOverLimit(row)) return row;
  if (!isOver) return wantedAgain(row);
  // Where the server does not know a size, what has come is all that says how much room the song takes.
  const received = row.bytes === 0 ? row.received : 0;
  return { ...wantedAgain(row), state: "failed", problem: overLimit, received };
}

const snapshotFields = ({ _id, ...song }: SongSnapshot) => ({
  songId: _id,
  path: mediaPath(song.url),
  url: song.url,
  title: song.title,
  artist: song.artist,
  album: song.album,
  genre: song.genre,
  songImage: song.songImage,
  songColor: song.songColor,
  hasLyrics: song.hasLyrics,
  duration: song.duration,
  private: song.private,
  owner: song.owner,
  bytes: song.bytes,
  sha256: song.sha256,
  mimeType: song.mimeType,
  gain: song.gain,
  peak: song.peak,
});

/** Updates a row from the server's song. Another file (path or hash) is downloaded again. */
function refresh(row: Download, desired: DesiredSong | undefined): Download {
  if (desired === undefined) return row;
  const { song, reasons, isOver = false } = desired;
  const next = limited({ ...row, ...snapshotFields(song), reasons: [...reasons] }, isOver);
  if (isOver) return next;
  const isOtherFile = next.path !== row.path || (row.sha256 !== null && next.sha256 !== row.sha256);
  // The server lists a missing song under a new URL: retry.
  const isBack = row.problem === "gone" && next.url !== row.url;
  return isOtherFile || isBack ? wantedAgain(next) : next;
}

type Circumstances = Pick<PlanInput, "checked" | "running" | "now">;

function mend(row: Download, { checked, running, now }: Circumstances): Download {
  const isEvicted = row.state === "ready" && checked.has(row.path) && !isWhole(row, checked.get(row.path));
  const isStale = row.state === "downloading" && !running;
  // The list still contains it, so the server has it: retry.
  const isToRetry = row.state === "failed" && !isOverLimit(row) && isDue(row, now, longestRetryMs);
  return isEvicted || isStale || isToRetry ? wantedAgain(row) : row;
}

/** Longest delay before a failed song is retried. */
export const longestRetryMs = 24 * 60 * 60_000;

const isWhole = (row: Download, size: number | undefined) =>
  size !== undefined && (row.bytes === 0 || size === row.bytes);

export function wantedAgain(row: Download): Download {
  const { problem: _problem, notBefore: _notBefore, attempts: _attempts, ...rest } = row;
  return { ...rest, state: "wanted", received: 0 };
}

function isSame(a: Download, b: Download): boolean {
  const covers = ({ reasons = [], ...one }: Download, { reasons: others = [], ...other }: Download) => {
    for (const field in one) if (one[field as keyof typeof one] !== other[field as keyof typeof other]) return false; // a key of a row
    return reasons.every((reason) => others.includes(reason));
  };
  return a === b || (covers(a, b) && covers(b, a));
}
