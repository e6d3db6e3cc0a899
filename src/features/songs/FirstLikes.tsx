import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { hasSameItems } from "../../../contract/rules/same-items.ts";
import type { SongSnapshot } from "../../../contract/songs.ts";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useDownloads } from "../../app/use-live-table.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { CardGrid } from "../../ui/CardGrid.tsx";
import { Card } from "../../ui/Card.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { Equaliser } from "../../ui/Equaliser.tsx";
import { focusHeading } from "../../ui/focus-heading.ts";
import { HeroPanel } from "../../ui/HeroPanel.tsx";
import { useCoverUrl } from "./cover-url.ts";
import { firstLikes, setFirstLikesOver } from "./first-likes.ts";
import { LikeButton } from "./LikeButton.tsx";
import { useLiked } from "./likes.ts";
import type { Playback } from "./playback.ts";
import { fetchSongs } from "./song-parts.ts";
import type { ListedSongs } from "./songs-by-id.ts";
import styles from "./SongCard.module.css";
import { useSongStates } from "./use-song-states.ts";
import { PlaySongButton } from "./PlaySongButton.tsx";

type Offered = readonly SongSnapshot[];

/**
 * Those that were offered stay in their places while hearts fill and rankings change; one that is gone gives way to the next,
 * and one that was edited is shown so.
 */
function useOffered({ songs, rows }: Pick<ListedSongs, "songs" | "rows">): Offered {
  const [offered, setOffered] = useState<Offered>(() => songs.slice(0, firstLikes));
  const listed = new Set(rows);
  // The server is asked for those that the list no longer has.
  const left = rows.length === 0 ? [] : offered.flatMap(({ _id }) => (listed.has(_id) ? [] : _id));
  const { api } = useApp();
  const { uid } = useAccount();
  const { data: found } = useQuery({
    queryKey: ["offered-songs", uid, left],
    queryFn: ({ signal }) => fetchSongs(api, left, signal),
    enabled: left.length > 0,
  });
  const known = new Map([...songs, ...(found ?? [])].map((song) => [song._id, song]));
  const others = songs.filter(({ _id }) => !offered.some((song) => song._id === _id));
  const isGone = (id: string) => found !== undefined && left.includes(id) && !known.has(id);
  // The next may be about to come.
  const isWhole = songs.length >= rows.length;
  const instead = (song: SongSnapshot) => others.shift() ?? (isWhole ? [] : song);
  const stay = offered.flatMap((song) => known.get(song._id) ?? (isGone(song._id) ? instead(song) : song));
  const now = [...stay, ...others].slice(0, firstLikes);
  if (!hasSameItems(now, offered)) setOffered(now);
  return offered;
}

type Props = Playback & {
  /** To choose from, best first. */
  listed: Pick<ListedSongs, "songs" | "rows">;
  /** Put off: something else stands there from now on. */
  onLater: () => void;
};

/** The first minutes: three songs to like, then what that is good for (specification 3.5.6). */
export function FirstLikes({ listed, onLater, ...playback }: Props) {
  const coverUrl = useCoverUrl();
  const liked = useLiked();
  const stateOf = useSongStates(playback);
  const downloads = useDownloads();
  const offered = useOffered(listed);
  const isDone = liked.size >= firstLikes;
  const isHere = [...liked].every((id) => downloads?.get(id)?.state === "ready");
  useEffect(() => {
    if (isDone) setFirstLikesOver();
  }, [isDone]);
  return (
    <HeroPanel
      heading={texts.home.firstHeading}
      title={
        <span aria-live="polite">
          {!isDone ? texts.home.firstTitle : isHere ? texts.home.firstDone : texts.home.firstSaving}
        </span>
      }
      sub={isDone ? undefined : texts.home.firstHint}
      actions={
        isDone ? undefined : (
          <Button
            variant="plain"
            small
            onClick={() => {
              setFirstLikesOver();
              focusHeading();
              onLater();
            }}
          >
            {texts.home.notNow}
          </Button>
        )
      }
    >
      <CardGrid label={texts.home.firstHeading} thirds>
        {offered.map((song, index) => {
          const { isOutOfReach, problem, current } = stateOf(song);
          return (
            <Card
              key={song._id}
              active={current !== undefined}
              dimmed={isOutOfReach}
              action={<PlaySongButton title={song.title} onClick={() => playback.onPlay(offered, index)} />}
              cover={
                <Cover src={coverUrl(song.songImage)} seed={song._id} title={song.title} size="fill" sizes="160px" />
              }
              mark={current && <Equaliser label={texts.songs[current]} moving={current === "playing"} />}
              title={song.title}
              sub={problem}
              extra={
                <span className={styles.heart}>
                  <LikeButton song={song} liked={liked.has(song._id)} />
                </span>
              }
            />
          );
        })}
      </CardGrid>
    </HeroPanel>
  );
}
