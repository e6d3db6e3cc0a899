import { useQueryClient } from "@tanstack/react-query";
import { listKey } from "../../sync/query-keys.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { newestKey } from "./newest-songs.ts";

/** By the name under which the songs of a list are stored. */
const idsKeys = {
  favourites: (uid: string) => listKey("favourites", uid),
  own: (uid: string) => listKey("own-songs", uid),
  newest: newestKey,
};

/** Asks again for a list and its songs, and looks whether the server is there. */
export function useRetry(list: keyof typeof idsKeys): () => void {
  const client = useQueryClient();
  const { online } = useApp();
  const { uid } = useAccount();
  return () => {
    online.check();
    void client.refetchQueries({ queryKey: idsKeys[list](uid) });
    void client.refetchQueries({ queryKey: ["songs", uid, list] });
  };
}
