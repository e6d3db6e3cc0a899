import { useEffect, useState } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import type { ListedSongs } from "./songs-by-id.ts";
import { tellGone } from "./tell-gone.ts";
import { useSongExists } from "./use-song-is-gone.ts";

/** Notifies the user when the current song leaves an open list because its owner deleted or hid it (specification 17.15). */
export function useGoneNotice({ songs, rows }: Pick<ListedSongs, "songs" | "rows">, current: string | undefined): void {
  const app = useApp();
  const { uid } = useAccount();
  const [seen, setSeen] = useState<SongSnapshot>();
  const isListed = current !== undefined && rows.includes(current);
  const song = isListed ? songs.find(({ _id }) => _id === current) : undefined;
  if (song !== undefined && song._id !== seen?._id) setSeen(song);
  // Who deletes a song of one's own knows it.
  const left = seen?._id === current && !isListed && seen?.owner !== uid ? seen : undefined;
  const exists = useSongExists(left?._id ?? "", left !== undefined);
  useEffect(() => {
    if (left !== undefined && exists === false) tellGone(app, left._id, left.title);
  }, [left, exists, app]);
}
