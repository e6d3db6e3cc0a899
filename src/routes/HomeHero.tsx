import { Link } from "@tanstack/react-router";
import { Pause, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { SongSnapshot } from "../../contract/songs.ts";
import { formatTime } from "../lib/time-format.ts";
import { useAccount, useApp } from "../app/app-context.ts";
import { useDownloads, useOnline } from "../app/use-live-table.ts";
import { useOwnProfile } from "../features/auth/own-profile.ts";
import { type LastPlayed, useLastPlayed } from "../features/player/use-last-played.ts";
import { useCoverUrl } from "../features/songs/cover-url.ts";
import { FirstLikes } from "../features/songs/FirstLikes.tsx";
import { asksForLikes } from "../features/songs/first-likes.ts";
import { useFavourites } from "../features/songs/likes.ts";
import type { Playback } from "../features/songs/playback.ts";
import type { ListedSongs } from "../features/songs/songs-by-id.ts";
import { MarkedSongSub } from "../features/songs/SongSub.tsx";
import { usePlayFrom } from "../features/songs/use-play-from.ts";
import { useReadySongs } from "../features/songs/use-ready-songs.ts";
import { type SongState, useSongStates } from "../features/songs/use-song-states.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { buttonClass } from "../ui/button-class.ts";
import { Cover } from "../ui/Cover.tsx";
import { tintOf } from "../ui/cover-color.ts";
import { focusHeading } from "../ui/focus-heading.ts";
import { HeroPanel } from "../ui/HeroPanel.tsx";
import { HeroSkeleton } from "../ui/HeroSkeleton.tsx";
import { usePlayback } from "./use-list-playback.ts";

type Props = {
  /** To begin with, for somebody who has played nothing yet. */
  offered: ListedSongs;
  /** What is offered has loaded, or failed to. */
  isSettled: boolean;
  /** It failed to. */
  failed: boolean;
  onRetry: () => void;
};

/** The top of home: what was played last, else what to begin with, and offline what plays there (specification 3.5.6). */
export function HomeHero({ offered, isSettled, failed, onRetry }: Props) {
  const { ids, partial } = useFavourites();
  const last = useLastPlayed();
  const playback = usePlayback();
  const play = usePlayFrom(offered, playback.onPlay);
  const stateOf = useSongStates(playback);
  const online = useOnline();
  // Decided once, when all is known: it stays while likes come and go.
  const [asks, setAsks] = useState<boolean>();
  const liked = partial ? undefined : ids?.length;
  const { worker } = useApp();
  // The question promises that likes stay on the device.
  const { isVolatile } = useAccount().db;
  if (asks === undefined && liked !== undefined && isSettled)
    setAsks(worker.available && !isVolatile && asksForLikes(liked) && offered.songs.length > 0);
  if (asks) return <FirstLikes {...playback} listed={offered} onLater={() => setAsks(false)} />;
  if (last === undefined || (last === null && !isSettled)) return <HeroSkeleton />;
  if (last !== null) {
    const state = stateOf(last.song ?? { _id: last.track.songId });
    const resume = <Resume {...last} state={state} />;
    return state.isOutOfReach && !last.isOn ? <StartReady {...playback} instead={resume} /> : resume;
  }
  const [song] = offered.songs;
  if (song === undefined) {
    if (!failed) return <Nothing />;
    const notLoaded = <NotLoaded onRetry={onRetry} />;
    return online ? notLoaded : <StartReady {...playback} instead={notLoaded} />;
  }
  const state = stateOf(song);
  const start = <Start song={song} state={state} onPlay={() => play(song)} />;
  return state.isOutOfReach ? <StartReady {...playback} instead={start} /> : start;
}

/**
 * Begins with what is on this device.
 * @param instead where nothing is
 */
function StartReady({ instead, ...playback }: Playback & { instead: ReactNode }) {
  const { listed } = useReadySongs();
  const play = usePlayFrom(listed, playback.onPlay);
  const stateOf = useSongStates(playback);
  const isRead = useDownloads() !== undefined;
  const [song] = listed.songs;
  if (!isRead) return <HeroSkeleton />;
  return song === undefined ? instead : <Start song={song} state={stateOf(song)} onPlay={() => play(song)} />;
}

function Resume({ track, song, position, isOn, toggle, state }: LastPlayed & { state: SongState }) {
  const coverUrl = useCoverUrl();
  return (
    <HeroPanel
      heading={isOn ? texts.home.playingNow : texts.home.resumeTitle}
      tint={tintOf({ image: track.songImage, color: song?.songColor, seed: track.songId })}
      cover={<Cover src={coverUrl(track.songImage)} seed={track.songId} title={track.title} {...large} />}
      title={track.title}
      sub={
        <MarkedSongSub
          {...state}
          artist={
            <>
              {track.artist}
              {!isOn && position >= 1 && (
                <>
                  {" · "}
                  <bdi className="tabular">{texts.home.placeIn(formatTime(position), formatTime(track.duration))}</bdi>
                </>
              )}
            </>
          }
        />
      }
      actions={
        <Button
          // The player has the button that pauses; this one stays, for it may have the focus.
          variant={isOn || state.isOutOfReach ? "quiet" : "main"}
          icon={isOn ? <Pause fill="currentColor" /> : <Play fill="currentColor" />}
          aria-label={isOn ? texts.home.pauseSong(track.title) : texts.home.resumeSong(track.title)}
          onClick={toggle}
        >
          {isOn ? texts.player.pause : texts.home.resume}
        </Button>
      }
    />
  );
}

function Start({ song, state, onPlay }: { song: SongSnapshot; state: SongState; onPlay: () => void }) {
  const coverUrl = useCoverUrl();
  return (
    <HeroPanel
      heading={texts.home.startTitle}
      tint={tintOf({ image: song.songImage, color: song.songColor, seed: song._id })}
      cover={<Cover src={coverUrl(song.songImage)} seed={song._id} title={song.title} {...large} />}
      title={song.title}
      sub={<MarkedSongSub artist={song.artist} {...state} />}
      actions={
        <Button
          // It can only say why it does not play.
          variant={state.isOutOfReach ? "quiet" : "main"}
          icon={<Play fill="currentColor" />}
          aria-label={texts.songs.play(song.title)}
          onClick={onPlay}
        >
          {texts.songs.playList}
        </Button>
      }
    />
  );
}

const large = { size: "fill", sizes: "(width <= 40rem) 164px, 216px", eager: true } as const;

/** What stands in place of a song and its cover. */
const offbeat = () => ({
  heading: texts.app.name,
  tint: tintOf({ image: null, color: null, seed: texts.app.name }),
  cover: <Cover src={undefined} seed={texts.app.name} title={texts.app.name} {...large} />,
});

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const online = useOnline();
  return (
    <HeroPanel
      {...offbeat()}
      title={texts.songs.loadFailed}
      hint={online ? texts.lists.retryHint : texts.songs.loadFailedOffline}
      actions={
        <Button
          onClick={() => {
            // What comes stands in a part of its own.
            focusHeading();
            onRetry();
          }}
        >
          {texts.lists.retry}
        </Button>
      }
    />
  );
}

/** A library without songs. Only an artist's uploads can be public. */
function Nothing() {
  const isArtist = useOwnProfile()?.artist;
  return (
    <HeroPanel
      {...offbeat()}
      title={texts.home.nothingTitle}
      hint={isArtist !== undefined && (isArtist ? texts.home.nothingHint : texts.home.nothingListenerHint)}
      actions={
        <Link to="/mysongs" className={buttonClass("main")}>
          {texts.songs.toMusic}
        </Link>
      }
    />
  );
}
