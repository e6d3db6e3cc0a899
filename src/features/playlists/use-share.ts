import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { useApp } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { shareLink } from "./share-playlist.ts";

/** Shares a playlist and says what became of it; a private one opens for its owner only. */
export function useShare(): (playlist: PlaylistSnapshot) => void {
  const { toaster } = useApp();
  return (playlist) => {
    const url = new URL(`/playlist/${playlist._id}`, location.origin).href;
    void shareLink(playlist, url, navigator).then((shared) => {
      const { copied, link, ownOnly } = texts.sharePlaylist;
      const what = shared === "sheet" ? undefined : shared === "copied" ? copied : link(url);
      const text = [what, playlist.private ? ownOnly : undefined].filter(Boolean).join(". ");
      if (text !== "") toaster.show({ kind: shared === "copied" ? "success" : "info", id: "share", text });
    });
  };
}
