/** What has to change so that the songs on the device are the songs wanted there; pure (specification 17.8). */
import type { SongSnapshot } from "../../contract/songs.ts";
import { type Download, mediaPath } from "../../contract/worker-messages.ts";

export interface PlanInput {
  rows: readonly Download[];
  /** Wanted songs, most wanted first; each `url` absolute or of this origin. */
  desired: readonly SongSnapshot[];
  /** Songs that are not removed even though they are not wanted. */
  keep: ReadonlySet<string>;
  /** Length in bytes by path of the files that were looked at; undefined: not there. */
  checked: ReadonlyMap<string, number | undefined>;
  /** Whether a worker is downloading for this account right now. */
  running: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}

export interface Plan {
  /** Rows that are new or differ. */
  put: Download[];
  /** Ids of rows that go. */
  remove: string[];
  /** All rows as they will be. */
  after: Download[];
}

export function planDownloads({ rows, desired, keep, checked, running, now }: PlanInput): Plan {
  const wanted = new Map(desired.map((song) => [song._id, song]));
  const present = new Map(rows.map((row) => [row.songId, row]));
  const remove = rows
    .filter(({ songId }) => !wanted.has(songId) && !keep.has(songId))
    .map(({ songId }) => songId);
  const removed = new Set(remove);
  const added = [...wanted.values()].filter((song) => !present.has(song._id));
  const kept = rows.filter(({ songId }) => !removed.has(songId));

  const lastRank = rows.reduce((last, { rank = 0 }) => Math.max(last, rank), 0);
  const fresh = added.map((song, index) => newRow(song, lastRank + added.length - index));

  const put: Download[] = [...fresh];
  const after: Download[] = [...fresh];
  for (const row of kept) {
    const next = mend(refresh(row, wanted.get(row.songId)), {
      checked,
      running,
      now,
      freed: remove.length > 0,
    });
    if (!isSame(row, next)) put.push(next);
    after.push(next);
  }
  return { put, remove, after };
}

/** Paths that rows account for: audio and covers. What else lies in the cache is a leftover. */
export function pathsOf(rows: readonly Download[]): Set<string> {
  const covers = rows.flatMap(({ songImage }) =>
    songImage === null ? [] : [mediaPath(songImage)],
  );
  return new Set([...rows.map(({ path }) => path), ...covers]);
}

const newRow = (song: SongSnapshot, rank: number): Download => ({
  ...snapshotFields(song),
  state: "wanted",
  received: 0,
  rank,
});

const snapshotFields = ({ _id, ...song }: SongSnapshot) => ({
  songId: _id,
  path: mediaPath(song.url),
  url: song.url,
  title: song.title,
  artist: song.artist,
  album: song.album,
  genre: song.genre,
  songImage: song.songImage,
  duration: song.duration,
  private: song.private,
  owner: song.owner,
  bytes: song.bytes,
  sha256: song.sha256,
  mimeType: song.mimeType,
});

/** Takes over what the server says now; another file (path or hash) has to be fetched again. */
function refresh(row: Download, song: SongSnapshot | undefined): Download {
  if (song === undefined) return row;
  const next = { ...row, ...snapshotFields(song) };
  const isOtherFile = next.path !== row.path || (row.sha256 !== null && next.sha256 !== row.sha256);
  // The server lists a song that was gone under another address: worth a try.
  const isBack = row.problem === "gone" && next.url !== row.url;
  return isOtherFile || isBack ? wantedAgain(next) : next;
}

interface Circumstances extends Pick<PlanInput, "checked" | "running" | "now"> {
  /** Space was freed by this very plan. */
  freed: boolean;
}

function mend(row: Download, { checked, running, now, freed }: Circumstances): Download {
  const isEvicted =
    row.state === "ready" && checked.has(row.path) && !isWhole(row, checked.get(row.path));
  const isStale = row.state === "downloading" && !running;
  // Browsers free space late and others take and give it too: also worth a try from time to time.
  const mayFitNow =
    row.state === "failed" && row.problem === "quota" && (freed || (row.notBefore ?? 0) <= now);
  return isEvicted || isStale || mayFitNow ? wantedAgain(row) : row;
}

const isWhole = (row: Download, size: number | undefined) =>
  size !== undefined && (row.bytes === 0 || size === row.bytes);

export function wantedAgain(row: Download): Download {
  const { problem: _problem, notBefore: _notBefore, attempts: _attempts, ...rest } = row;
  return { ...rest, state: "wanted", received: 0 };
}

function isSame(a: Download, b: Download): boolean {
  const fields = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof Download>; // keys of two rows
  return [...fields].every((field) => a[field] === b[field]);
}
