/** What a song's menu needs from its page: dialogs, and entries of features that stand above this one. */
import { createContext } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";

/** An entry whose action is absent is not shown. */
export interface SongMenuActions {
  addToPlaylist?: (song: SongSnapshot) => void;
  playNext?: (song: SongSnapshot) => void;
  addToQueue?: (song: SongSnapshot) => void;
  /** The screen of the song's owner. */
  goToArtist?: (song: SongSnapshot) => void;
  /** A new playlist with these songs, in this order. */
  createPlaylist?: (songs: readonly SongSnapshot[]) => void;
  /** For the owner of the playlist that is shown. */
  removeFromPlaylist?: (song: SongSnapshot) => void;
}

export const SongMenuActionsContext = createContext<SongMenuActions>({});

export interface OpenDialog {
  kind: "edit" | "delete";
  song: SongSnapshot;
}

/** Opens a dialog; it outlives its row, which may scroll away or disappear. */
export const SongDialogContext = createContext<(dialog: OpenDialog) => void>(() => {});
