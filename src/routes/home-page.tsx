import { Link } from "@tanstack/react-router";
import { Headphones, Heart, ListMusic, Music } from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import { rankedShown } from "../../contract/rules/limits.ts";
import { useAccount, useApp } from "../app/app-context.ts";
import { useOnline } from "../app/use-live-table.ts";
import { useOwnProfile } from "../features/auth/own-profile.ts";
import { AsOf } from "../features/offline/AsOf.tsx";
import { PlaylistGrid } from "../features/playlists/PlaylistGrid.tsx";
import { useRecommendedPlaylists } from "../features/playlists/recommended-playlists.ts";
import { type Ranking, useRankedSongs } from "../features/songs/ranked-songs.ts";
import { SongListing } from "../features/songs/SongListing.tsx";
import { SongShelf } from "../features/songs/SongShelf.tsx";
import { useReadySongs } from "../features/songs/use-ready-songs.ts";
import { useSongs } from "../features/songs/songs-by-id.ts";
import { useRetry } from "../features/songs/use-retry.ts";
import { libraryKey, playlistsKey } from "../sync/query-keys.ts";
import { texts } from "../texts/texts.ts";
import { buttonClass } from "../ui/button-class.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { RowSkeletons } from "../ui/RowSkeletons.tsx";
import { Section } from "../ui/Section.tsx";
import { useMediaQuery } from "../ui/use-media-query.ts";
import { HomeHero } from "./HomeHero.tsx";
import { HomeSections } from "./HomeSections.tsx";
import { useWaiting } from "./use-waiting.ts";
import { usePlayback } from "./use-list-playback.ts";

const rankings: readonly Ranking[] = ["listened", "liked", "newest"];
/** As in HomeSections.module.css. */
const oneColumn = "(width < 64rem)";

/** Home (specification 3.5). Each section loads, fails and is empty by itself. */
export function HomePage() {
  const listened = useRanked("listened");
  const liked = useRanked("liked");
  const newest = useRanked("newest");
  const [, likedWaits = false, readyWaits = false] = useWaiting([isSettled(listened), isSettled(liked), true]);
  // What nobody sees yet is drawn on its own, so that what is above it comes sooner and in shorter tasks.
  const drawsLiked = useDeferredValue(!useMediaQuery(oneColumn) || !likedWaits, false);
  const online = useOnline();
  const readyFirst = useReadyFirst(online);
  const drawsReady = useDeferredValue(!readyWaits, false) || readyFirst;
  const { uid } = useAccount();
  const isOffered = isSettled(newest) && (!newest.listed.incomplete || newest.listed.failed);
  return (
    <>
      <PageHeader title={texts.home.title} />
      <AsOf of={[...rankings.map((ranking) => libraryKey(ranking, uid)), [...playlistsKey(uid), "recommended"]]} />
      <HomeSections
        likedWaits={likedWaits}
        readyFirst={readyFirst}
        hero={
          <HomeHero
            offered={newest.listed}
            isSettled={isOffered}
            failed={newest.failed || newest.listed.failed}
            onRetry={newest.onRetry}
          />
        }
        recommended={<Recommended />}
        listened={
          <RankedSongs
            {...listened}
            label={texts.home.listened}
            empty={
              <EmptyState small icon={<Headphones />} title={texts.songs.noSongs}>
                {texts.home.noListenedHint}
              </EmptyState>
            }
          />
        }
        liked={
          drawsLiked ? (
            <RankedSongs
              {...liked}
              label={texts.home.liked}
              empty={
                <EmptyState small icon={<Heart />} title={texts.songs.noSongs}>
                  {texts.home.noLikedHint}
                </EmptyState>
              }
            />
          ) : (
            <RowSkeletons count={rankedShown} />
          )
        }
        newest={<RankedSongs shelf {...newest} label={texts.songs.newTitle} empty={<NothingShared />} />}
        ready={drawsReady && <ReadyShelf />}
      />
    </>
  );
}

/** For as long as the screen is open: a network that comes, or that was there before, moves nothing. */
function useReadyFirst(online: boolean): boolean {
  const { wasReached } = useApp().online;
  // Undecided as long as it is online, which a browser in a network that leads nowhere says until a call has failed.
  const [isFirst, setFirst] = useState(online ? undefined : true);
  if (isFirst === undefined && !online) setFirst(!wasReached() && window.scrollY === 0);
  return isFirst === true;
}

function Recommended() {
  const { playlists, failed, retry } = useRecommendedPlaylists();
  return (
    <PlaylistGrid
      strip
      label={texts.home.recommended}
      playlists={playlists}
      failed={failed}
      onRetry={retry}
      empty={
        <EmptyState small icon={<ListMusic />} title={texts.home.noRecommended}>
          {texts.home.noRecommendedHint}
        </EmptyState>
      }
    />
  );
}

function useRanked(ranking: Ranking) {
  const { ids, failed } = useRankedSongs(ranking);
  return { ids, failed, listed: useSongs(ranking, ids), onRetry: useRetry(ranking) };
}
type Ranked = ReturnType<typeof useRanked>;

/** Its height is known: the rows of songs that are on their way have their places. */
const isSettled = ({ ids, failed }: Ranked) => ids !== undefined || failed;

const RankedSongs = ({ ids, ...rest }: Ranked & { label: string; shelf?: boolean; empty: ReactNode }) => (
  <SongListing {...usePlayback()} {...rest} count={ids?.length} expected={rankedShown} partial={false} />
);

/** What plays without a network; absent as long as there is nothing. */
function ReadyShelf() {
  const { listed, count } = useReadySongs();
  const playback = usePlayback();
  if (count === 0) return null;
  const title = texts.home.ready(count);
  return (
    <Section
      title={title}
      action={
        <Link to="/favorites" className={buttonClass("plain", true)}>
          {texts.home.seeAll}
        </Link>
      }
    >
      <SongShelf label={title} listed={listed} {...playback} />
    </Section>
  );
}

/** Only an artist's uploads can be public. */
function NothingShared() {
  const isArtist = useOwnProfile()?.artist;
  return (
    <EmptyState
      small
      icon={<Music />}
      title={texts.songs.noSongs}
      action={
        <Link to="/mysongs" className={buttonClass("main")}>
          {texts.songs.toMusic}
        </Link>
      }
    >
      {isArtist !== undefined && (isArtist ? texts.songs.noNewHint : texts.songs.noNewListenerHint)}
    </EmptyState>
  );
}
