import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { texts } from "../../texts/texts.ts";
import { Cover } from "../../ui/Cover.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { useHandOver } from "../../app/route-state.ts";
import { useCoverUrl } from "../songs/cover-url.ts";
import type { OpenedPlaylist } from "./playlist-queries.ts";

type Props = OpenedPlaylist & {
  /** Number of songs with the queued changes. */
  count: number;
  actions: ReactNode;
};

/** Cover, title, owner, count and description of the open playlist (specification 3.11.1, 3.11.2). */
export function PlaylistHeader({ playlist, owner, count, actions }: Props) {
  const coverUrl = useCoverUrl();
  const handOver = useHandOver();
  return (
    <PageHeader
      cover={
        <Cover
          src={coverUrl(playlist.playlistImage)}
          seed={playlist._id}
          title={playlist.title}
          size="fill"
          sizes="224px"
          eager
        />
      }
      eyebrow={playlist.private ? texts.playlists.privatePlaylist : texts.playlists.playlist}
      title={<bdi>{playlist.title}</bdi>}
      sub={
        <>
          <Link to="/playlist-user/$id" params={{ id: owner.uid }} state={handOver({ person: owner })}>
            <bdi>{owner.userName}</bdi>
          </Link>
          {" · "}
          <span className="tabular">{texts.songs.count(count)}</span>
        </>
      }
      actions={actions}
    >
      <p dir="auto">{playlist.description}</p>
    </PageHeader>
  );
}
