/** Creates, edits and deletes own playlists through the queue: at once, also without a network (specification 17.19). */
import { useMemo } from "react";
import * as v from "valibot";
import { PlaylistSnapshot } from "../../../contract/playlists.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import type { PlaylistForm } from "../../../contract/rules/validation.ts";
import { type App, useAccount, useApp } from "../../app/app-context.ts";
import type { Account } from "../../sync/account-session.ts";
import { readSession } from "../auth/session.ts";
import { createPlaylist } from "./created-playlist.ts";

/** Only what the user changed, so that an edit from another device is not undone. */
export interface PlaylistChange {
  fields: Partial<Omit<PlaylistForm, "playlistImage">>;
  /** Undefined: the picture stays. */
  image?: string | null | undefined;
}

/** Each resolves when the change is stored, and rejects only when the storage fails. */
interface SavePlaylist {
  /**
   * Resolves with its id.
   * @param songs go into it, in this order
   */
  create(form: PlaylistForm, songs?: readonly SongSnapshot[]): Promise<string>;
  edit(playlist: PlaylistSnapshot, change: PlaylistChange): Promise<void>;
  remove(playlist: PlaylistSnapshot): Promise<void>;
}

export function useSavePlaylist(): SavePlaylist {
  const { queryClient } = useApp();
  const account = useAccount();
  return useMemo(() => savePlaylist(queryClient, account), [queryClient, account]);
}

const savePlaylist = (queryClient: App["queryClient"], account: Account): SavePlaylist => ({
  create(form, songs = []) {
    const { firstName = "", lastName = "" } = readSession(queryClient) ?? {};
    const ownerName = `${firstName} ${lastName}`.trim();
    return createPlaylist(account, { form, ownerName, songs }, (key, none) => queryClient.setQueryData(key, none));
  },
  edit(playlist, { fields, image }) {
    const edited = { ...playlist, ...fields, ...(image !== undefined && { playlistImage: image }) };
    return account.change(
      {
        kind: "edit-playlist",
        playlistId: playlist._id,
        playlist: fields,
        ...(image !== undefined && { image }),
      },
      { playlistTitle: edited.title, playlist: v.parse(PlaylistSnapshot, edited) },
    );
  },
  remove: ({ _id, title }) => account.change({ kind: "delete-playlist", playlistId: _id }, { playlistTitle: title }),
});
