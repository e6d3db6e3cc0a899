import { Bookmark, BookmarkCheck } from "lucide-react";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import compact from "../../ui/compact-button.module.css";
import { SteadyText } from "../../ui/SteadyText.tsx";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useOutbox } from "../../app/use-live-table.ts";
import { setPlaylistFollowed, useFollowedPlaylistIds } from "./playlist-lists.ts";

/** "Follow" or "Following" on a public playlist of somebody else (specification 5.9). */
export function FollowPlaylistButton({ playlist }: { playlist: PlaylistSnapshot }) {
  const account = useAccount();
  const { toaster } = useApp();
  const { follow, following } = texts.playlists;
  const { ids, partial } = useFollowedPlaylistIds();
  // What this device has said of it last is known without the server's list.
  const isSaid = useOutbox()?.rows.some(
    ({ operation }) => operation.kind === "follow-playlist" && operation.playlistId === playlist._id,
  );
  if (playlist.private || playlist.owner === account.uid) return null;
  const followed = ids?.includes(playlist._id) === true;
  const toggle = async () => {
    try {
      await setPlaylistFollowed(account, playlist, !followed);
    } catch (error) {
      console.error(error);
      toaster.failure(texts.songs.notKept);
    }
  };
  return (
    // Before the list is known the button would say the wrong thing.
    <Button
      className={compact.compact}
      icon={followed ? <BookmarkCheck /> : <Bookmark />}
      disabled={(ids === undefined || partial) && !isSaid}
      onClick={() => void toggle()}
    >
      <SteadyText or={followed ? follow : following}>{followed ? following : follow}</SteadyText>
    </Button>
  );
}
