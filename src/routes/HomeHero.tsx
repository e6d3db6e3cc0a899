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
    const resume = <SongPanel {...resuming(last, state)} />;
    return <Place {...playback} ofDevice={state.isOutOfReach && !last.isOn} instead={resume} />;
  }
  const [song] = offered.songs;
  if (song === undefined) {
    if (!failed) return <Nothing />;
    return <Place {...playback} ofDevice={!online} instead={<NotLoaded onRetry={onRetry} />} />;
  }
  const state = stateOf(song);
  const start = <SongPanel {...starting(song, state, () => play(song))} />;
  return <Place {...playback} ofDevice={state.isOutOfReach} instead={start} />;
}

type PlaceProps = Playback & {
  /** Begins with what is on this device. */
  ofDevice: boolean;
  /** What stands there else, and where nothing is on this device. */
  instead: ReactNode;
};

/** One place for whatever song stands there, so that its button keeps the focus. */
function Place({ ofDevice, instead, ...playback }: PlaceProps) {
  const { listed } = useReadySongs(ofDevice);
  const play = usePlayFrom(listed, playback.onPlay);
  const stateOf = useSongStates(playback);
  const isRead = useDownloads() !== undefined;
  const [song] = listed.songs;
  if (ofDevice && !isRead) return <HeroSkeleton />;
  return song === undefined ? instead : <SongPanel {...starting(song, stateOf(song), () => play(song))} />;
}

interface Shown {
  heading: string;
  song: Pick<SongSnapshot, "songImage" | "title"> & { color: SongSnapshot["songColor"] | undefined; seed: string };
  artist: ReactNode;
  state: SongState;
  button: { isMain: boolean; isOn: boolean; label: string; text: string; onPress: () => void };
}

const resuming = ({ track, song, position, isOn, toggle }: LastPlayed, state: SongState): Shown => ({
  heading: isOn ? texts.home.playingNow : texts.home.resumeTitle,
  song: { ...track, color: song?.songColor, seed: track.songId },
  artist: (
    <>
      {track.artist}
      {!isOn && position >= 1 && (
        <>
          {" · "}
          <bdi className="tabular">{texts.home.placeIn(formatTime(position), formatTime(track.duration))}</bdi>
        </>
      )}
    </>
  ),
  state,
  button: {
    // The player has the button that pauses.
    isMain: !isOn && !state.isOutOfReach,
    isOn,
    label: isOn ? texts.home.pauseSong(track.title) : texts.home.resumeSong(track.title),
    text: isOn ? texts.player.pause : texts.home.resume,
    onPress: toggle,
  },
});

const starting = (song: SongSnapshot, state: SongState, onPlay: () => void): Shown => ({
  heading: texts.home.startTitle,
  song: { ...song, color: song.songColor, seed: song._id },
  artist: song.artist,
  state,
  button: {
    // It can only say why it does not play.
    isMain: !state.isOutOfReach,
    isOn: false,
    label: texts.songs.play(song.title),
    text: texts.songs.playList,
    onPress: onPlay,
  },
});

function SongPanel({ heading, song: { songImage, title, color, seed }, artist, state, button }: Shown) {
  const coverUrl = useCoverUrl();
  return (
    <HeroPanel
      heading={heading}
      tint={tintOf({ image: songImage, color, seed })}
      cover={<Cover src={coverUrl(songImage)} seed={seed} title={title} {...large} />}
      title={title}
      sub={<MarkedSongSub {...state} artist={artist} />}
      actions={
        <Button
          variant={button.isMain ? "main" : "quiet"}
          icon={button.isOn ? <Pause fill="currentColor" /> : <Play fill="currentColor" />}
          aria-label={button.label}
          onClick={button.onPress}
        >
          {button.text}
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
