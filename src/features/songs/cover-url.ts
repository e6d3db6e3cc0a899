import { useApp } from "../../app/app-context.ts";

/**
 * Where a cover is: covers are named relative to the API (specification 15). On our own origin it stays a path, for
 * which the server has several widths.
 */
export function useCoverUrl(): (songImage: string | null) => string | null {
  const { config } = useApp();
  return (songImage) => {
    if (songImage === null) return null;
    const address = config.mediaUrl(songImage);
    return address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address;
  };
}
