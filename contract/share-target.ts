/** What other apps hand to the installed app: audio files (specification 3.17.3). */

/** Takes the POST of a share, in the worker or in the server, and leads to the upload dialog. */
export const sharePath = "/share-target";

/** The form's field with the files; also in `manifest.webmanifest`. */
export const shareField = "audio";

/** Search of the path when the files did not arrive: nothing but the worker can keep them for the page. */
export const lostShare = "?lost=1";

/** The device's cache of shared files that no page has taken yet. It belongs to no account: the sharer may sign in first. */
export const sharedCache = "offbeat-shared";

/** Headers of a cached file: its name, URL-encoded, and when it came, in milliseconds since the epoch. */
export const shareHeaders = { name: "offbeat-name", at: "offbeat-shared-at" } as const;

/** Files that no dialog has sent within this time are dropped; milliseconds. */
const sharedMs = 24 * 60 * 60 * 1000;

/** Whether a cached file is to be dropped. A time to come was set by a wrong clock. */
export const isOldShare = (headers: { get(name: string): string | null }, now: number): boolean =>
  Math.abs(now - Number(headers.get(shareHeaders.at))) > sharedMs;
