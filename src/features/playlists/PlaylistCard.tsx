import { Link } from "@tanstack/react-router";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { texts } from "../../texts/en.ts";
import { Card } from "../../ui/Card.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { useAccount } from "../../app/app-context.ts";
import { useHandOver } from "../../app/route-state.ts";
import type { Item } from "../lists/ItemList.tsx";
import { control } from "../lists/use-roving-focus.ts";
import { useCoverUrl } from "../songs/cover-url.ts";
import { MoveMenu } from "./MoveMenu.tsx";
import styles from "./PlaylistCard.module.css";

type Props = {
  playlist: PlaylistSnapshot;
  /** In an `ItemList`: its place there. */
  item?: Item;
};

/** A playlist in a `CardGrid`; opens it and hands it along (specification 3.2.9). */
export function PlaylistCard({ playlist, item }: Props) {
  const coverUrl = useCoverUrl();
  const handOver = useHandOver();
  return (
    <Card
      {...item?.attributes}
      action={
        <Link
          to="/playlist/$id"
          params={{ id: playlist._id }}
          state={handOver({ playlist })}
          {...control("open")}
          {...(item && { tabIndex: item.tabIndex })}
        >
          {playlist.title}
        </Link>
      }
      cover={<Cover src={coverUrl(playlist.playlistImage)} seed={playlist._id} size="fill" sizes="180px" />}
      title={<bdi>{playlist.title}</bdi>}
      sub={<PlaylistNote playlist={playlist} />}
      extra={
        item?.moves && (
          <span className={styles.tools}>
            <MoveMenu title={playlist.title} moves={item.moves} tabIndex={item.tabIndex} />
            {item.handle}
          </span>
        )
      }
    />
  );
}

/** Whose it is, or who sees an own one; and how many songs it has. */
export function PlaylistNote({ playlist }: { playlist: PlaylistSnapshot }) {
  const isOwn = playlist.owner === useAccount().uid;
  const visibility = playlist.private ? texts.playlists.private : texts.playlists.public;
  return (
    <>
      <bdi>{isOwn ? visibility : playlist.ownerName}</bdi>
      {" · "}
      <span className="tabular">{texts.songs.count(playlist.songCount)}</span>
    </>
  );
}
