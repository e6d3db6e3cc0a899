import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { texts } from "../../texts/texts.ts";
import { ListRow } from "../../ui/ListRow.tsx";
import { Menu } from "../../ui/Menu.tsx";
import { RowSkeletons } from "../../ui/RowSkeletons.tsx";
import { type Item, ItemList } from "../lists/ItemList.tsx";
import { moveEntries } from "../lists/move-entries.tsx";
import { useStoreMove } from "../lists/reorder.ts";
import { useHandOverPlaylist } from "./hand-over-playlist.ts";
import { control } from "../lists/use-roving-focus.ts";
import { useOwnPlaylists } from "./playlist-lists.ts";
import { PlaylistCover } from "./PlaylistCover.tsx";
import { PlaylistNote } from "./PlaylistNote.tsx";
import { PlaylistsFailed } from "./PlaylistsFailed.tsx";
import { SomeMissing } from "../lists/SomeMissing.tsx";

type Props = {
  onRetry: () => void;
  /** Shown when there are none. */
  empty: ReactNode;
};

/** The own playlists in rows, which their owner orders (specification 3.10.1). */
export function OwnPlaylists({ onRetry, empty }: Props) {
  const { ids, heard, playlists, partial, incomplete, failed } = useOwnPlaylists();
  const onMove = useStoreMove("own-playlists", heard);
  const known = useMemo(() => ids?.filter((id) => playlists.has(id)), [ids, playlists]);
  // Of a part of the list no order can be told.
  const isSortable = !partial && !incomplete;
  const reorder = useMemo(
    () => (isSortable ? { nameOf: (id: string) => playlists.get(id)?.title, onMove } : undefined),
    [isSortable, playlists, onMove],
  );
  if (known === undefined || (known.length === 0 && incomplete))
    return failed ? <PlaylistsFailed onRetry={onRetry} /> : <RowSkeletons count={4} />;
  if (known.length === 0) return empty;
  return (
    <>
      <ItemList label={texts.playlists.own} ids={known} reorder={reorder}>
        {(item) => {
          const playlist = playlists.get(item.id);
          return playlist && <PlaylistRow playlist={playlist} item={item} />;
        }}
      </ItemList>
      {failed && (partial || incomplete) && <SomeMissing text={texts.playlists.someMissing} onRetry={onRetry} />}
    </>
  );
}

function PlaylistRow({ playlist, item }: { playlist: PlaylistSnapshot; item: Item }) {
  const handOver = useHandOverPlaylist();
  const { tabIndex } = item;
  const moves = moveEntries(item.moves);
  return (
    <ListRow
      {...item.attributes}
      hasLongTitle
      handle={item.handle}
      action={
        <Link
          to="/playlist/$id"
          params={{ id: playlist._id }}
          state={handOver(playlist)}
          tabIndex={tabIndex}
          {...control("open")}
        >
          {playlist.title}
        </Link>
      }
      lead={<PlaylistCover playlist={playlist} size="row" />}
      title={playlist.title}
      sub={<PlaylistNote playlist={playlist} />}
      end={
        moves.length > 0 && (
          <Menu label={texts.playlists.menu(playlist.title)} items={moves} tabIndex={tabIndex} {...control("menu")} />
        )
      }
    />
  );
}
