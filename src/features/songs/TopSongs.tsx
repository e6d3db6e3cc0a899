import type { Genre } from "../../../contract/rules/genres.ts";
import { topSongsCount } from "../../../contract/rules/limits.ts";
import { texts } from "../../texts/texts.ts";
import { Cover } from "../../ui/Cover.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Equaliser } from "../../ui/Equaliser.tsx";
import { ListRow } from "../../ui/ListRow.tsx";
import { RowSkeletons } from "../../ui/RowSkeletons.tsx";
import { Section } from "../../ui/Section.tsx";
import { ItemList } from "../lists/ItemList.tsx";
import { LoadFailed } from "../lists/LoadFailed.tsx";
import { control } from "../lists/use-roving-focus.ts";
import { useCoverUrl } from "./cover-url.ts";
import { DeviceMark } from "./DeviceMark.tsx";
import type { Playback } from "./playback.ts";
import { SongSub } from "./SongSub.tsx";
import { useTopSongs } from "./top-songs.ts";
import { useGoneNotice } from "./use-gone-notice.ts";
import { usePlayFrom } from "./use-play-from.ts";
import { useSongStates } from "./use-song-states.ts";
import { PlaySongButton } from "./PlaySongButton.tsx";

/** The genre beside favourites and own songs (specification 3.12.1, 3.13.4). */
export const shownGenre: Genre = "Ska";

/** The right column "Top 3 {genre} songs" (specification 3.11.3). */
export function TopSongs({ genre, ...playback }: Playback & { genre: Genre }) {
  const title = texts.songs.topTitle(topSongsCount, genre);
  return (
    <Section title={title}>
      <Top label={title} {...{ genre }} {...playback} />
    </Section>
  );
}

function Top({ genre, label, onPlay, nowPlaying, skipped }: Playback & { genre: Genre; label: string }) {
  const listed = useTopSongs(genre);
  const { songs, count, incomplete, failed, retry } = listed;
  useGoneNotice(listed, nowPlaying?.songId);
  const play = usePlayFrom(listed, onPlay);
  const coverUrl = useCoverUrl();
  const stateOf = useSongStates({ nowPlaying, skipped });
  if (songs.length > 0) {
    return (
      <ItemList label={label} ids={songs.map(({ _id }) => _id)}>
        {({ index, attributes, tabIndex }) => {
          const song = songs[index];
          if (song === undefined) return null;
          const { current, isOutOfReach, ...state } = stateOf(song);
          return (
            <ListRow
              {...attributes}
              active={current !== undefined}
              dimmed={isOutOfReach}
              action={
                <PlaySongButton
                  title={song.title}
                  tabIndex={tabIndex}
                  {...control("play")}
                  onClick={() => play(song)}
                />
              }
              lead={<Cover src={coverUrl(song.songImage)} seed={song._id} title={song.title} size="row" />}
              mark={current && <Equaliser label={texts.songs[current]} moving={current === "playing"} />}
              title={song.title}
              sub={<SongSub artist={song.artist} problem={state.problem} />}
              trail={<DeviceMark state={state.device} online={state.online} />}
            />
          );
        }}
      </ItemList>
    );
  }
  if (failed) {
    return <LoadFailed small title={texts.songs.loadFailed} offline={texts.songs.loadFailedOffline} onRetry={retry} />;
  }
  if (count === undefined || incomplete) return <RowSkeletons count={count || topSongsCount} />;
  return <EmptyState small title={texts.songs.noSongs} />;
}
