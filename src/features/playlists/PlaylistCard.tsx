import { Link } from "@tanstack/react-router";
import { memo } from "react";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { Card } from "../../ui/Card.tsx";
import type { Item } from "../lists/ItemList.tsx";
import { useRenderTurn } from "../lists/use-render-turn.ts";
import { useHandOverPlaylist } from "./hand-over-playlist.ts";
import { control } from "../lists/use-roving-focus.ts";
import { PlaylistCover } from "./PlaylistCover.tsx";
import { PlaylistNote } from "./PlaylistNote.tsx";

type Props = {
  playlist: PlaylistSnapshot;
  item: Item;
  /** There is no network, and its songs are not on this device. */
  isOutOfReach: boolean;
};

/** A playlist of an `ItemList`; opens it and hands it along (specification 3.2.9). */
export const PlaylistCard = memo(function PlaylistCard({ playlist, item, isOutOfReach }: Props) {
  const handOver = useHandOverPlaylist();
  const isShown = useRenderTurn(true, item);
  if (!isShown) return <Card {...item.attributes} />;
  return (
    <Card
      {...item.attributes}
      dimmed={isOutOfReach}
      action={
        <Link
          to="/playlist/$id"
          params={{ id: playlist._id }}
          state={handOver(playlist)}
          {...control("open")}
          tabIndex={item.tabIndex}
        >
          {playlist.title}
        </Link>
      }
      cover={<PlaylistCover playlist={playlist} size="fill" />}
      title={playlist.title}
      sub={<PlaylistNote {...{ playlist, isOutOfReach }} />}
    />
  );
});
