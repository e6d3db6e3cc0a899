import { type ReactNode, useCallback, useMemo } from "react";
import type { PlaylistSnapshot } from "../../../contract/playlists.ts";
import { CardSkeletons } from "../../ui/CardSkeletons.tsx";
import { type Item, ItemList } from "../lists/ItemList.tsx";
import { PlaylistCard } from "./PlaylistCard.tsx";
import { texts } from "../../texts/texts.ts";
import { usePlaylistsOutOfReach } from "./out-of-reach.ts";
import { PlaylistsFailed } from "./PlaylistsFailed.tsx";
import { SomeMissing } from "../lists/SomeMissing.tsx";

type Props = {
  label: string;
  /** Undefined while unknown. */
  playlists: readonly PlaylistSnapshot[] | undefined;
  failed: boolean;
  onRetry: () => void;
  /** Shown when there are none. */
  empty: ReactNode;
  /** Some could not be loaded. */
  missing?: boolean;
  /** One row that scrolls sideways. */
  strip?: boolean;
};

/** Playlists as cards, in all states: loading, loaded, empty, failed (specification 20.17, 9.14). */
export function PlaylistGrid({ label, playlists, failed, onRetry, empty, missing, strip = false }: Props) {
  if (playlists === undefined) return failed ? <PlaylistsFailed onRetry={onRetry} /> : <CardSkeletons strip={strip} />;
  if (playlists.length === 0) return empty;
  return (
    <>
      <Grid {...{ label, playlists, strip }} />
      {missing && <SomeMissing text={texts.playlists.someMissing} onRetry={onRetry} />}
    </>
  );
}

type GridProps = { label: string; playlists: readonly PlaylistSnapshot[]; strip: boolean };

function Grid({ label, playlists, strip }: GridProps) {
  const byId = useMemo(() => new Map(playlists.map((playlist) => [playlist._id, playlist])), [playlists]);
  const ids = useMemo(() => [...byId.keys()], [byId]);
  const outOfReach = usePlaylistsOutOfReach(playlists);
  const renderCard = useCallback(
    (item: Item) => {
      const playlist = byId.get(item.id);
      return playlist && <PlaylistCard playlist={playlist} item={item} isOutOfReach={outOfReach.has(item.id)} />;
    },
    [byId, outOfReach],
  );
  return (
    <ItemList label={label} layout={strip ? "strip" : "cards"} ids={ids}>
      {renderCard}
    </ItemList>
  );
}
