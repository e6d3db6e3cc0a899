import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { texts } from "../../texts/texts.ts";
import { NamedCount } from "../../ui/NamedCount.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useHandOver } from "../../app/route-state.ts";
import { ListCover } from "../songs/ListCover.tsx";
import { SongCount } from "../songs/SongCount.tsx";
import { tintOfList } from "../songs/tint-of-list.ts";
import type { OpenedPlaylist } from "./playlist-queries.ts";

type Props = OpenedPlaylist & {
  /** Its songs with the queued changes; undefined as long as not all are known. */
  ids: readonly string[] | undefined;
  /** As far as they are loaded. */
  songs: readonly SongSnapshot[];
  actions: ReactNode;
};

/** Cover, title, owner, count and description of the open playlist (specification 3.11.1, 3.11.2). */
export function PlaylistHeader({ playlist, owner, ids, songs, actions }: Props) {
  const handOver = useHandOver();
  return (
    <PageHeader
      tint={tintOfList({
        image: playlist.playlistImage,
        color: playlist.playlistColor,
        songs,
        seed: playlist._id,
      })}
      cover={
        <ListCover
          image={playlist.playlistImage}
          songs={songs}
          known={playlist.songImages}
          seed={playlist._id}
          title={playlist.title}
        />
      }
      eyebrow={playlist.private ? texts.playlists.privatePlaylist : texts.playlists.playlist}
      title={<bdi>{playlist.title}</bdi>}
      sub={
        <NamedCount
          name={
            <Link
              to="/playlist-user/$id"
              params={{ id: owner.uid }}
              title={owner.userName}
              state={handOver({ person: owner })}
            >
              <bdi>{owner.userName}</bdi>
            </Link>
          }
          count={ids ? <SongCount ids={ids} /> : texts.songs.count(playlist.songCount)}
        />
      }
      actions={actions}
    >
      <p dir="auto">{playlist.description}</p>
    </PageHeader>
  );
}
