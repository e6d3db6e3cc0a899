import { useMemo } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { useDownloads } from "../../app/use-live-table.ts";
import { downloadSnapshot } from "../../sync/download-snapshot.ts";

/** The songs that are kept on this device, where there is no index. @param enabled none otherwise */
export function useKeptSongs(enabled: boolean): readonly SongSnapshot[] {
  const downloads = useDownloads();
  const kept = enabled ? downloads : undefined;
  return useMemo(() => [...(kept?.values() ?? [])].flatMap((row) => downloadSnapshot(row) ?? []), [kept]);
}
