import type { ReactNode } from "react";
import type { OrderedList } from "../../contract/list-names.ts";
import type { IdList } from "../features/lists/id-list.ts";
import { useStoreMove } from "../features/lists/reorder.ts";
import { ListCover } from "../features/songs/ListCover.tsx";
import { PlayButtons } from "../features/songs/PlayButtons.tsx";
import { SongListing } from "../features/songs/SongListing.tsx";
import { useSongs } from "../features/songs/songs-by-id.ts";
import { tintOfList } from "../features/songs/tint-of-list.ts";
import { shownGenre, TopSongs } from "../features/songs/TopSongs.tsx";
import { useRetry } from "../features/songs/use-retry.ts";
import type { favouriteSongs, ownSongs } from "../sync/query-keys.ts";
import { PageHeader } from "../ui/PageHeader.tsx";
import { TwoColumns } from "../ui/TwoColumns.tsx";
import { OwnerLine } from "./OwnerLine.tsx";
import { usePlayback } from "./use-list-playback.ts";
import { useWaiting } from "./use-waiting.ts";

type Props = {
  /** Its name among the queries. */
  list: typeof favouriteSongs | typeof ownSongs;
  songs: IdList;
  order: OrderedList;
  /** Short, for the cover. */
  name: string;
  title: string;
  /** After Play and Shuffle. */
  actions?: ReactNode;
  /** Above the songs, where there are any. */
  note?: ReactNode;
  empty: ReactNode;
};

/** A screen with one list of songs that its owner sorts, read from the device first (specification 3.12, 3.13). */
export function OwnList({
  list,
  songs: { ids, heard, partial, failed },
  order,
  name,
  title,
  actions,
  note,
  empty,
}: Props) {
  const listed = useSongs(list, ids);
  const retry = useRetry(list);
  const storeMove = useStoreMove(order, heard);
  const playback = usePlayback();
  const [, asideWaits] = useWaiting([ids !== undefined || failed, true]);
  const isEmpty = ids?.length === 0 && !partial;
  return (
    <>
      <PageHeader
        tint={tintOfList({ songs: listed.songs, seed: list })}
        cover={<ListCover songs={listed.songs} seed={list} title={name} />}
        title={title}
        sub={<OwnerLine ids={partial ? undefined : ids} />}
        actions={
          <>
            {!isEmpty && <PlayButtons {...playback} listed={listed} />}
            {actions}
          </>
        }
      />
      <TwoColumns waits={asideWaits} aside={<TopSongs genre={shownGenre} {...playback} />}>
        {!isEmpty && note}
        <SongListing
          {...playback}
          label={title}
          count={ids?.length}
          listed={listed}
          partial={partial}
          failed={failed}
          onRetry={retry}
          onMove={storeMove}
          empty={empty}
        />
      </TwoColumns>
    </>
  );
}
