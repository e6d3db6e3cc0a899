import { useMemo } from "react";
import { songsOfPlaylist } from "../../../contract/list-names.ts";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { type App, useAccount, useApp } from "../../app/app-context.ts";
import type { Account } from "../../sync/account-session.ts";
import { texts } from "../../texts/texts.ts";
import { notePlace } from "../lists/reorder.ts";
import { setInPlaylist } from "./playlist-songs.ts";

type Target = Pick<PlaylistSnapshot, "_id" | "title">;
type Change = (playlist: Target, song: SongSnapshot) => void;

/** Adds songs to playlists and removes them, through the queue; a removal can be undone (specification 5.7, 9.4). */
export function useChangeSongs(): { add: Change; remove: Change } {
  const app = useApp();
  const account = useAccount();
  return useMemo(() => createChanges(app, account), [app, account]);
}

function createChanges(app: App, account: Account): { add: Change; remove: Change } {
  const { toaster } = app;
  async function change(playlist: Target, song: SongSnapshot, added: boolean): Promise<boolean> {
    try {
      await setInPlaylist(account, playlist, song, added);
      return true;
    } catch (error) {
      console.error(error);
      toaster.failure(texts.songs.notKept);
      return false;
    }
  }
  /** One removal, one toast: each has its own "Undo". */
  const idOf = (playlist: Target, song: SongSnapshot) => `removed-${playlist._id}-${song._id}`;
  /** Of songs that are added one after the other the last toast alone stays. */
  let added: string | undefined;
  return {
    async add(playlist, song) {
      if (!(await change(playlist, song, true))) return;
      toaster.dismiss(idOf(playlist, song));
      added = toaster.success(texts.playlistSongs.added);
    },
    async remove(playlist, song) {
      const putBack = notePlace(app, account, songsOfPlaylist(playlist._id), song._id, playlist.title);
      if (!(await change(playlist, song, false))) return;
      if (added !== undefined) toaster.dismiss(added);
      const restore = async () => (await change(playlist, song, true)) && putBack();
      const undo = { label: texts.songs.undo, onPress: () => void restore() };
      toaster.show({ kind: "success", id: idOf(playlist, song), text: texts.playlistSongs.removed, action: undo });
    },
  };
}
