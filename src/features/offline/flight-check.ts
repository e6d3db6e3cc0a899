/** "Ready for the flight": checks every wanted song on this device by length and hash (specification 17.14). */
import type { Download } from "../../../contract/worker-messages.ts";
import { songsOfPlaylist } from "../../../contract/list-names.ts";
import type { App } from "../../app/app-context.ts";
import type { VersionedResult } from "../../db/versioned-result.ts";
import type { Account } from "../../sync/account-session.ts";
import { isOverLimit } from "../../sync/download-plan.ts";
import { favouriteSongs } from "../../sync/query-keys.ts";
import { idListQuery, shownIds } from "../lists/id-list.ts";
import { waitForDropped } from "../songs/wait-for-dropped.ts";
import { reasonsOf } from "./wanted-lists.ts";

export interface FlightReport {
  /** Songs that are here and whole; those of them whose host gives no hash are checked by their length only. */
  ready: number;
  byLength: number;
  missing: MissingSong[];
  /** Lists whose songs this device does not know: `favourites`, or ids of playlists. */
  unknownLists: string[];
}

export interface MissingSong {
  songId: string;
  title: string | undefined;
  reason: MissingReason;
}

/** `dropped`: its file was missing or damaged. */
type MissingReason = "waiting" | "dropped" | "unchecked" | "full" | "mismatch" | "over";

/** Interval of reports, each of which renders: of 2,000 songs most are checked in less; milliseconds. */
const progressMs = 250;

/** By its end the account's download rows show what it has dropped. Throws errors of the storage. */
export async function checkForFlight(
  app: Pick<App, "api" | "queryClient" | "worker">,
  account: Account,
  options: { onProgress: (done: number, count: number) => void; signal: AbortSignal },
): Promise<FlightReport> {
  const { wanted, unknownLists } = await wantedSongs(app, account);
  const report: FlightReport = { ready: 0, byLength: 0, missing: [], unknownLists };
  let reported = -Infinity;
  for (const [index, songId] of wanted.entries()) {
    if (options.signal.aborted) break;
    const now = performance.now();
    if (now - reported >= progressMs) {
      options.onProgress(index, wanted.length);
      reported = now;
    }
    // Read now: a song may have come meanwhile.
    const row = await account.db.downloads.get(songId);
    const reason = await whyMissing(app, account, row);
    if (reason !== undefined) report.missing.push({ songId, title: row?.title, reason });
    else {
      report.ready += 1;
      if (row?.sha256 === null) report.byLength += 1;
    }
  }
  if (options.signal.aborted) return report;
  options.onProgress(wanted.length, wanted.length);
  const dropped = report.missing.filter(({ reason }) => reason === "dropped");
  await waitForDropped(
    account.downloads,
    dropped.map(({ songId }) => songId),
  );
  return report;
}

async function whyMissing(
  { worker }: Pick<App, "worker">,
  { uid }: Account,
  row: Download | undefined,
): Promise<MissingReason | undefined> {
  if (row === undefined) return "waiting";
  if (isOverLimit(row)) return "over";
  if (row.state !== "ready")
    return row.problem === "quota" ? "full" : row.problem === "mismatch" ? "mismatch" : "waiting";
  const file = await worker.checkFile(uid, row.path);
  return file === "whole" ? undefined : file === "dropped" ? "dropped" : "unchecked";
}

/** The songs of all wanted lists, as the device knows them: a check needs no network. */
async function wantedSongs(
  { api, queryClient }: Pick<App, "api" | "queryClient">,
  account: Account,
): Promise<{ wanted: string[]; unknownLists: string[] }> {
  const kept = await account.db.kept.toArray();
  const lists = [
    { name: favouriteSongs, list: "favourites" as const },
    ...kept.map(({ playlistId }) => ({ name: playlistId, list: songsOfPlaylist(playlistId) })),
  ];
  const known = await Promise.all(
    lists.map(async ({ name, list }) => {
      const query = { ...idListQuery(api, account, list), retry: false };
      // Whatever its age: without a network one that is asked for again would count as unknown.
      const answer =
        queryClient.getQueryData<VersionedResult<string[]>>(query.queryKey) ??
        (await queryClient.fetchQuery(query).catch(() => undefined));
      return { name, ids: answer && shownIds(list, answer, account.outbox.get()) };
    }),
  );
  return {
    wanted: [...reasonsOf(known.flatMap(({ name, ids }) => (ids === undefined ? [] : { name, ids }))).keys()],
    unknownLists: known.flatMap(({ name, ids }) => (ids === undefined ? name : [])),
  };
}
