import type { ComponentProps, ReactNode } from "react";
import { texts } from "../../texts/texts.ts";
import { LoadFailed } from "../lists/LoadFailed.tsx";
import { SomeMissing } from "../lists/SomeMissing.tsx";
import { CardSkeletons } from "../../ui/CardSkeletons.tsx";
import { RowSkeletons } from "../../ui/RowSkeletons.tsx";
import type { ListedSongs } from "./songs-by-id.ts";
import type { Playback } from "./playback.ts";
import { SongList } from "./SongList.tsx";
import { SongShelf } from "./SongShelf.tsx";
import { useGoneNotice } from "./use-gone-notice.ts";

type Props = Playback & {
  label: string;
  /** Covers in one line in place of rows. */
  shelf?: boolean;
  /** Number of songs; undefined while unknown. */
  count: number | undefined;
  /** How many there usually are, for the places of the first ones. */
  expected?: number;
  listed: ListedSongs;
  /** There is no server list yet, only changes of this device. */
  partial: boolean;
  /** The list failed to load. */
  failed: boolean;
  onRetry: () => void;
  /** Makes the list sortable; see `useStoreMove`. */
  onMove?: ComponentProps<typeof SongList>["onMove"];
  /** Shown for an empty list. */
  empty: ReactNode;
};

/** A list of songs in all its states: loading, loaded, empty, failed (specification 20.17, 9.14). */
export function SongListing(props: Props) {
  const {
    label,
    shelf = false,
    count,
    expected = 8,
    listed,
    partial,
    failed,
    onRetry,
    onMove,
    empty,
    ...playback
  } = props;
  const { songs, incomplete } = listed;
  useGoneNotice(listed, playback.nowPlaying?.songId);
  const isFailed = failed || (incomplete && listed.failed);
  if (songs.length > 0) {
    return (
      <>
        {shelf ? (
          <SongShelf label={label} listed={listed} {...playback} />
        ) : (
          <SongList label={label} listed={listed} onMove={partial ? undefined : onMove} {...playback} />
        )}
        {isFailed && (incomplete || partial) && <SomeMissing text={texts.songs.someMissing} onRetry={onRetry} />}
      </>
    );
  }
  // A list whose songs are all gone counts as empty.
  if (count === 0 || (count !== undefined && !incomplete)) return empty;
  if (isFailed) {
    return <LoadFailed title={texts.songs.loadFailed} offline={texts.songs.loadFailedOffline} onRetry={onRetry} />;
  }
  if (shelf) return <CardSkeletons strip />;
  return <RowSkeletons count={Math.min(count ?? expected, 12)} />;
}
