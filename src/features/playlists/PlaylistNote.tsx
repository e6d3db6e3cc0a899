import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { useAccount } from "../../app/app-context.ts";
import { texts } from "../../texts/texts.ts";
import { NamedCount } from "../../ui/NamedCount.tsx";

type Props = {
  playlist: PlaylistSnapshot;
  /** There is no network, and its songs are not on this device. */
  isOutOfReach?: boolean;
};

/** Whose it is, or who sees an own one; and how many songs it has, which is never cut off. */
export function PlaylistNote({ playlist, isOutOfReach = false }: Props) {
  const isOwn = playlist.owner === useAccount().uid;
  if (isOutOfReach) return texts.songs.notOnDevice;
  const visibility = playlist.private ? texts.playlists.private : texts.playlists.public;
  return (
    <NamedCount
      name={<bdi>{isOwn ? visibility : playlist.ownerName}</bdi>}
      count={texts.songs.count(playlist.songCount)}
    />
  );
}
