import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { MosaicCover } from "../songs/MosaicCover.tsx";

type Props = { playlist: PlaylistSnapshot; size: "fill" | "row" };

/** The same cover on a card or in a row as at the head of the playlist's screen (specification 3.15.5). */
export const PlaylistCover = ({ playlist, size }: Props) => (
  <MosaicCover
    image={playlist.playlistImage}
    images={playlist.songImages ?? []}
    seed={playlist._id}
    title={playlist.title}
    size={size}
    width={size === "fill" ? 180 : 48}
  />
);
