import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { useAccount } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { NamedCount } from "../../ui/NamedCount.tsx";

/** Whose it is, or who sees an own one; and how many songs it has, which is never cut off. */
export function PlaylistNote({ playlist }: { playlist: PlaylistSnapshot }) {
  const isOwn = playlist.owner === useAccount().uid;
  const visibility = playlist.private ? texts.playlists.private : texts.playlists.public;
  return (
    <NamedCount
      name={<bdi>{isOwn ? visibility : playlist.ownerName}</bdi>}
      count={texts.songs.count(playlist.songCount)}
    />
  );
}
