/**
 * Pages that were open before the first worker took over. A song that they began without it must go on without it:
 * Chromium ends playback with MediaError 2 when a later range comes from elsewhere than the first.
 */
import { mediaPath } from "../contract/worker-messages.ts";

declare const self: ServiceWorkerGlobalScope;

/** By client the songs that it began through this worker. Forgotten with the worker; the player then loads anew. */
const begun = new Map<string, Set<string>>();

/** Takes over the pages that are open, so that the very first visit can play from the device. */
export async function claimClients(): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const controlled = new Set((await self.clients.matchAll({ type: "window" })).map(({ id }) => id));
  for (const { id } of windows) if (!controlled.has(id)) begun.set(id, new Set());
  await self.clients.claim();
}

/** Whether this is the rest of a song that the page began before the worker. */
export function beganWithoutUs(clientId: string, url: string, range: string | null): boolean {
  const songs = begun.get(clientId);
  if (songs === undefined) return false;
  const path = mediaPath(url);
  // Every element asks for the beginning first.
  if (range === null || range.startsWith("bytes=0-")) songs.add(path);
  return !songs.has(path);
}
