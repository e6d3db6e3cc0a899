/**
 * Tracks pages that were open before the first worker claimed them. A song that started without the worker must continue
 * without it: Chromium ends playback with MediaError 2 when a later range comes from another source than the first.
 */
import { mediaPath } from "../contract/worker-messages.ts";

declare const self: ServiceWorkerGlobalScope;

/** Songs that a claimed client started through this worker. Lost with the worker; the player then reloads. */
const begun = new Map<string, Set<string>>();

/** Claims open pages, so that the first visit can already play from the cache. */
export async function claimClients(): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const controlled = new Set((await self.clients.matchAll({ type: "window" })).map(({ id }) => id));
  for (const { id } of windows) if (!controlled.has(id)) begun.set(id, new Set());
  await self.clients.claim();
}

/** Whether this request continues a song that the page started before the worker. */
export function beganWithoutUs(clientId: string, url: string, range: string | null): boolean {
  const songs = begun.get(clientId);
  if (songs === undefined) return false;
  const path = mediaPath(url);
  // Every media element requests the beginning first.
  if (range === null || range.startsWith("bytes=0-")) songs.add(path);
  return !songs.has(path);
}
