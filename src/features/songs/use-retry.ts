import { useQueryClient } from "@tanstack/react-query";
import { libraryKey, listKey, songsOfListKey } from "../../sync/query-keys.ts";
import { useAccount, useApp } from "../../app/app-context.ts";

/** Keys of the id queries, by the list's name in the keys of its songs. */
const idsKeys = {
  favourites: (uid: string) => listKey("favourites", uid),
  own: (uid: string) => listKey("own-songs", uid),
  listened: (uid: string) => libraryKey("listened", uid),
  liked: (uid: string) => libraryKey("liked", uid),
  newest: (uid: string) => libraryKey("newest", uid),
};

/** Refetches a list and its songs, and probes the server. */
export function useRetry(list: keyof typeof idsKeys): () => void {
  const client = useQueryClient();
  const { online } = useApp();
  const { uid } = useAccount();
  return () => {
    online.check();
    void client.refetchQueries({ queryKey: idsKeys[list](uid) });
    void client.refetchQueries({ queryKey: songsOfListKey(uid, list) });
  };
}
