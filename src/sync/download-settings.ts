/**
 * What the user has decided about downloads on this device, and what holds them up (specification 17.10). Read by pages
 * and by the worker, which downloads.
 */
import * as v from "valibot";
import { weakMemoize } from "../../contract/rules/weak-memoize.ts";
import type { Download } from "../../contract/worker-messages.ts";
import type { AccountDatabase } from "../db/database.ts";

/** Fields of another version count as not set. */
const Settings = v.object({
  /** The user has paused the downloads. */
  paused: v.fallback(v.boolean(), false),
  /** Downloads go on where the connection is metered. */
  onMetered: v.fallback(v.boolean(), false),
  /** The user agreed to fetch many songs. */
  many: v.fallback(v.boolean(), false),
  /** The most that songs may take, in bytes; null: no limit. */
  limit: v.fallback(v.nullable(v.pipe(v.number(), v.minValue(0))), null),
});
export type DownloadSettings = v.InferOutput<typeof Settings>;

const name = "downloads";

export const parseSettings = (value: unknown): DownloadSettings =>
  v.parse(v.fallback(Settings, v.parse(Settings, {})), value);

export const readSettings = async (db: AccountDatabase): Promise<DownloadSettings> =>
  parseSettings((await db.settings.get(name))?.value);

export const changeSettings = (db: AccountDatabase, change: Partial<DownloadSettings>): Promise<void> =>
  db.transaction("rw", db.settings, async () => {
    const stored = (await db.settings.get(name))?.value;
    // What only another version knows stays.
    await db.settings.put({ name, value: { ...(v.is(Settings, stored) && stored), ...change } });
  });

/** A device asks before it fetches more songs than this. */
export const askAbove = 200;

/** Why no song is fetched: the user paused, the connection is metered, or the user has not agreed to so many. */
export type Hold = "paused" | "metered" | "many";

/** Whether a song is still to be fetched. */
export const isWaiting = ({ state }: Pick<Download, "state">): boolean => state === "wanted" || state === "downloading";

/** The number of songs to fetch. Every list asks for it after every change. */
export const countWaiting = weakMemoize((rows: ReadonlyMap<string, Pick<Download, "state">>): number => {
  let waiting = 0;
  for (const row of rows.values()) if (isWaiting(row)) waiting += 1;
  return waiting;
});

/** @param waiting number of songs to fetch */
export function holdOf(settings: DownloadSettings, waiting: number, isMetered: boolean): Hold | undefined {
  if (waiting === 0) return undefined;
  if (settings.paused) return "paused";
  if (waiting > askAbove && !settings.many) return "many";
  return isMetered && !settings.onMetered ? "metered" : undefined;
}

/** Whether nothing is fetched: covers neither, which may come alone. */
export const isHeld = (settings: DownloadSettings, waiting: number, isMetered: boolean): boolean =>
  holdOf(settings, Math.max(waiting, 1), isMetered) !== undefined;
