import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { IndexedPlaylist, IndexedSong } from "../../../contract/search.ts";
import { formatTime } from "../../lib/time-format.ts";
import { useOnline } from "../../app/use-live-table.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { Equaliser } from "../../ui/Equaliser.tsx";
import { ListRow } from "../../ui/ListRow.tsx";
import { RowSkeletons } from "../../ui/RowSkeletons.tsx";
import { Section } from "../../ui/Section.tsx";
import { ItemList } from "../lists/ItemList.tsx";
import { LoadFailed } from "../lists/LoadFailed.tsx";
import { ShowMore } from "../lists/ShowMore.tsx";
import { control } from "../lists/use-roving-focus.ts";
import { useNowPlaying, useSkipped } from "../player/use-player.ts";
import { useCoverUrl } from "../songs/cover-url.ts";
import { DeviceMark } from "../songs/DeviceMark.tsx";
import { LikeButton } from "../songs/LikeButton.tsx";
import { SongMenu } from "../songs/SongMenu.tsx";
import { useSongStates } from "../songs/use-song-states.ts";
import { ArtistRows } from "./ArtistRows.tsx";
import { FoundCount } from "./FoundCount.tsx";
import { kindTexts } from "./kind-texts.ts";
import type { Matches } from "./match.ts";
import { kindsInOrder } from "./merge-found.ts";
import { useLimits } from "./use-limits.ts";
import { useListedSongs } from "../songs/device-songs.ts";
import { useFoundSongs } from "./play-found.ts";
import { moveBetweenLists } from "./result-keys.ts";
import { SearchNote } from "./SearchNote.tsx";
import styles from "./SearchResults.module.css";
import { useSearch } from "./use-search.ts";
import { PlaySongButton } from "../songs/PlaySongButton.tsx";

type Props = {
  text: string;
  /** Called when a result is opened. */
  onOpen: () => void;
  /** Called to search for nothing, where nothing is found. */
  onClear: () => void;
  /** In place of results while there is nothing to search for. */
  children?: ReactNode;
};

/** All results as a page (specification 3.8). */
export function SearchResults({ text, onOpen, onClear, children }: Props) {
  const { limits, showMore } = useLimits("results");
  const search = useSearch(text, limits);
  const { artists, songs, playlists } = search.found;
  const { pending, partial, retry } = search;
  const count = artists.total + songs.total + playlists.total;
  const failed = useOnline() && partial && !pending && count === 0;
  return (
    <>
      <FoundCount search={search} count={failed ? undefined : count} />
      {search.query === "" ? (
        children
      ) : failed ? (
        <LoadFailed title={texts.search.failed} offline={texts.search.partialOffline} onRetry={retry} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys go between the links and buttons in it
        <div data-found onKeyDown={moveBetweenLists}>
          <SearchNote search={search} />
          {kindsInOrder(search.found, pending).map((kind) => (
            <Results
              key={kind}
              {...kindTexts(kind)}
              pending={pending}
              more={() => showMore(kind)}
              matches={search.found[kind]}
            >
              {kind === "artists" && <ArtistRows artists={artists.hits} onOpen={onOpen} />}
              {kind === "songs" && <SongRows query={search.query} songs={songs.hits} onOpen={onOpen} />}
              {kind === "playlists" && <PlaylistCards playlists={playlists.hits} onOpen={onOpen} />}
            </Results>
          ))}
          {count === 0 && !pending && <Button onClick={onClear}>{texts.search.clearText}</Button>}
        </div>
      )}
    </>
  );
}

type ResultsProps = {
  title: string;
  empty: string;
  moreLabel: string;
  pending: boolean;
  matches: Matches<unknown>;
  more: () => void;
  children: ReactNode;
};

function Results({ title, empty, moreLabel, pending, matches: { hits, total }, more, children }: ResultsProps) {
  return (
    <Section title={title}>
      {hits.length > 0 ? children : pending ? <RowSkeletons count={2} /> : <p className={styles.empty}>{empty}</p>}
      <ShowMore
        label={moreLabel}
        more={total > hits.length}
        shown={hits.length}
        className={styles.more}
        onPress={more}
      />
    </Section>
  );
}

type SongsProps = {
  /** What they were found by; empty for the library itself. */
  query: string;
  songs: readonly IndexedSong[];
  /** Called when one is played. */
  onOpen?: () => void;
};

/** Songs as rows; the one that is pressed plays, and the others follow it. */
export function SongRows({ query, songs, onOpen }: SongsProps) {
  const coverUrl = useCoverUrl();
  const stateOf = useSongStates({ nowPlaying: useNowPlaying(), skipped: useSkipped() });
  const { play, whole } = useFoundSongs(query, songs);
  const listed = useListedSongs(!useOnline());
  const byId = new Map(songs.map((song) => [song._id, song]));
  return (
    <ItemList label={texts.search.songs} ids={[...byId.keys()]}>
      {({ id, attributes, tabIndex }) => {
        const song = byId.get(id);
        if (song === undefined) return null;
        const known = whole(song._id) ?? listed?.get(song._id);
        const { liked, device, isOutOfReach, online, problem, current } = stateOf(known ?? song);
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
                onClick={() => {
                  onOpen?.();
                  play(song);
                }}
              />
            }
            lead={<Cover src={coverUrl(song.songImage)} seed={song._id} title={song.title} size="row" />}
            mark={current && <Equaliser label={texts.songs[current]} moving={current === "playing"} />}
            title={song.title}
            sub={
              <>
                {problem !== undefined && `${problem} · `}
                <bdi>{song.artist}</bdi>
                <span className={styles.genre}> · {song.genre}</span>
              </>
            }
            columns={[known?.album, song.genre]}
            trail={
              <>
                <DeviceMark state={device} online={online} />
                {known ? (
                  <LikeButton song={known} liked={liked} tabIndex={tabIndex} />
                ) : (
                  <span className={styles.place} />
                )}
              </>
            }
            time={formatTime(song.duration)}
            end={
              known ? <SongMenu song={known} liked={liked} tabIndex={tabIndex} /> : <span className={styles.place} />
            }
          />
        );
      }}
    </ItemList>
  );
}

type PlaylistsProps = { playlists: readonly IndexedPlaylist[]; /** Called when one is opened. */ onOpen?: () => void };

export function PlaylistCards({ playlists, onOpen }: PlaylistsProps) {
  const coverUrl = useCoverUrl();
  const byId = new Map(playlists.map((playlist) => [playlist._id, playlist]));
  return (
    <ItemList label={texts.search.playlists} layout="cards" ids={[...byId.keys()]}>
      {({ id, attributes, tabIndex }) => {
        const playlist = byId.get(id);
        if (playlist === undefined) return null;
        const { title, playlistImage } = playlist;
        return (
          <Card
            {...attributes}
            action={
              <Link to="/playlist/$id" params={{ id }} tabIndex={tabIndex} {...control("open")} onClick={onOpen}>
                {title}
              </Link>
            }
            cover={<Cover src={coverUrl(playlistImage)} seed={id} title={title} size="fill" sizes="180px" />}
            title={title}
          />
        );
      }}
    </ItemList>
  );
}
