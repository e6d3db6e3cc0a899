import { type App, useApp } from "../../app/app-context.ts";

/**
 * Resolves a cover's URL relative to the API. On our own origin it stays a path, for which the server has several widths.
 */
export function coverUrlOf(config: Pick<App["config"], "mediaUrl">, songImage: string | null): string | null {
  if (songImage === null) return null;
  const address = config.mediaUrl(songImage);
  return address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address;
}

export function useCoverUrl(): (songImage: string | null) => string | null {
  const { config } = useApp();
  return (songImage) => coverUrlOf(config, songImage);
}
