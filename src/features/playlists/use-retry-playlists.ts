import { useQueryClient } from "@tanstack/react-query";
import { songsOfPlaylist } from "../../../contract/list-names.ts";
import { listKey, playlistsKey, songsOfListKey } from "../../sync/query-keys.ts";
import { useAccount, useApp } from "../../app/app-context.ts";

/** Refetches the playlists on the screen, with the songs of the open one, and probes the server. */
export function useRetryPlaylists(openId?: string): () => void {
  const client = useQueryClient();
  const { online } = useApp();
  const { uid } = useAccount();
  const songs = openId === undefined ? [] : [listKey(songsOfPlaylist(openId), uid), songsOfListKey(uid, openId)];
  return () => {
    online.check();
    for (const queryKey of [
      playlistsKey(uid),
      listKey("own-playlists", uid),
      listKey("followed-playlists", uid),
      ...songs,
    ])
      void client.refetchQueries({ queryKey, type: "active" });
  };
}
