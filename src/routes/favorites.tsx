import { Link } from "@tanstack/react-router";
import { Heart } from "lucide-react";
import { useAccount } from "../app/app-context.ts";
import { useStoreMove } from "../features/lists/reorder.ts";
import { useSongs } from "../features/songs/songs-by-id.ts";
import { useFavourites } from "../features/songs/likes.ts";
import { ListCover } from "../features/songs/ListCover.tsx";
import { PlayButtons } from "../features/songs/PlayButtons.tsx";
import { SongListing } from "../features/songs/SongListing.tsx";
import { shownGenre, TopSongs } from "../features/songs/TopSongs.tsx";
import { tintOfList } from "../features/songs/tint-of-list.ts";
import { useRetry } from "../features/songs/use-retry.ts";
import { favouriteSongs } from "../sync/query-keys.ts";
import { texts } from "../texts/texts.ts";
import { buttonClass } from "../ui/button-class.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { TwoColumns } from "../ui/TwoColumns.tsx";
import { OwnerLine } from "./OwnerLine.tsx";
import { usePlayback } from "./use-list-playback.ts";

const list = favouriteSongs;

/** The liked songs in the user's order, read from the device first (specification 3.12). */
export function Favorites() {
  const { ids, heard, partial, failed } = useFavourites();
  const listed = useSongs(list, ids);
  const retry = useRetry(list);
  const storeMove = useStoreMove("favourites", heard);
  const playback = usePlayback();
  const { isVolatile } = useAccount().db;
  return (
    <>
      <PageHeader
        tint={tintOfList({ songs: listed.songs, seed: list })}
        cover={<ListCover songs={listed.songs} seed={list} title={texts.frame.favourites} />}
        title={texts.songs.favouritesTitle}
        sub={<OwnerLine ids={partial ? undefined : ids} />}
        actions={<PlayButtons listed={listed} onPlay={playback.onPlay} />}
      />
      <TwoColumns aside={<TopSongs genre={shownGenre} {...playback} />}>
        <SongListing
          {...playback}
          label={texts.songs.favouritesTitle}
          count={ids?.length}
          listed={listed}
          partial={partial}
          failed={failed}
          onRetry={retry}
          onMove={storeMove}
          empty={
            <EmptyState
              icon={<Heart />}
              title={texts.songs.noFavourites}
              action={
                <Link to="/home-page" className={buttonClass("main")}>
                  {texts.songs.toHome}
                </Link>
              }
            >
              <p>{texts.songs.noSongs}</p>
              <p>{isVolatile ? texts.songs.noFavouritesHintVolatile : texts.songs.noFavouritesHint}</p>
            </EmptyState>
          }
        />
      </TwoColumns>
    </>
  );
}
