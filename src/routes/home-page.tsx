import { Link } from "@tanstack/react-router";
import { Headphones, Heart, ListMusic, Music } from "lucide-react";
import type { ReactNode } from "react";
import { rankedShown } from "../../contract/rules/limits.ts";
import { useOwnProfile } from "../features/auth/own-profile.ts";
import { PlaylistGrid } from "../features/playlists/PlaylistGrid.tsx";
import { useRecommendedPlaylists } from "../features/playlists/recommended-playlists.ts";
import { type Ranking, useRankedSongs } from "../features/songs/ranked-songs.ts";
import { SongListing } from "../features/songs/SongListing.tsx";
import { useSongs } from "../features/songs/songs-by-id.ts";
import { useRetry } from "../features/songs/use-retry.ts";
import { texts } from "../texts/texts.ts";
import { buttonClass } from "../ui/button-class.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { HomeSections } from "./HomeSections.tsx";
import { useWaiting } from "./use-waiting.ts";
import { usePlayback } from "./use-list-playback.ts";

/** Home (specification 3.5). Each section loads, fails and is empty by itself. */
export function HomePage() {
  const listened = useRanked("listened");
  const liked = useRanked("liked");
  const newest = useRanked("newest");
  const [, likedWaits = false, newestWaits = false] = useWaiting([listened, liked, newest].map(isSettled));
  return (
    <>
      <PageHeader title={texts.home.title} />
      <HomeSections
        {...{ likedWaits, newestWaits }}
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
          <RankedSongs
            {...liked}
            label={texts.home.liked}
            empty={
              <EmptyState small icon={<Heart />} title={texts.songs.noSongs}>
                {texts.home.noLikedHint}
              </EmptyState>
            }
          />
        }
        newest={<RankedSongs {...newest} label={texts.songs.newTitle} empty={<NothingShared />} />}
      />
    </>
  );
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

const RankedSongs = ({ ids, ...rest }: Ranked & { label: string; empty: ReactNode }) => (
  <SongListing {...usePlayback()} {...rest} count={ids?.length} expected={rankedShown} partial={false} />
);

/** Only an artist's uploads can be public. */
function NothingShared() {
  const isListener = useOwnProfile()?.artist === false;
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
      {isListener ? texts.songs.noNewListenerHint : texts.songs.noNewHint}
    </EmptyState>
  );
}
