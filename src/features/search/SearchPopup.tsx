import { useNavigate } from "@tanstack/react-router";
import { Clock, Search as SearchIcon } from "lucide-react";
import { memo, type ReactNode, useDeferredValue, useId } from "react";
import { formatTime } from "../../lib/time-format.ts";
import { useHandOver } from "../../app/route-state.ts";
import { texts } from "../../texts/texts.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { Cover } from "../../ui/Cover.tsx";
import { useCoverUrl } from "../songs/cover-url.ts";
import { FoundCount } from "./FoundCount.tsx";
import { kindTexts } from "./kind-texts.ts";
import { kindsInOrder, sameLimits } from "./merge-found.ts";
import { useFoundSongs } from "./play-found.ts";
import { useChangeRecent, useRecentSearches } from "./recent-searches.ts";
import styles from "./SearchPopup.module.css";
import { useOpenResults, useSearchText, useSetSearchText } from "./search-text.tsx";
import { SearchNote } from "./SearchNote.tsx";
import { type Search, useSearch } from "./use-search.ts";

/** Of each kind, few enough to render within a key press; the page has the rest. */
const limits = sameLimits(3);

type Props = {
  id: string;
  /** The id of the option that the arrow keys have chosen. */
  active: string | undefined;
  close: () => void;
};

/** The results below the search box, or the recent searches while it is empty (specification 3.8). */
export function SearchPopup(props: Props) {
  // A key press shows in the field first, whatever its results cost.
  const text = useDeferredValue(useSearchText().text);
  return (
    // The focus stays in the field, so that the keys go on working.
    <div className={styles.popup} onPointerDown={(event) => event.preventDefault()}>
      <Content {...props} text={text} />
    </div>
  );
}

const Content = memo(function Content(props: Props & { text: string }) {
  // From the first focus on: the first key press finds the index, and the live region is there before its first text.
  const search = useSearch(props.text, limits);
  const { artists, songs, playlists } = search.found;
  return (
    <>
      <FoundCount search={search} count={artists.total + songs.total + playlists.total} />
      {search.query === "" ? <Recent {...props} /> : <Results {...props} search={search} />}
    </>
  );
});

function Recent({ id, active }: Pick<Props, "id" | "active">) {
  const setText = useSetSearchText();
  const recent = useRecentSearches();
  const { clear } = useChangeRecent();
  const heading = useId();
  if (recent.length === 0) return <p className={styles.note}>{texts.search.hint}</p>;
  return (
    <>
      <div className={styles.head}>
        <h2 id={heading}>{texts.search.recent}</h2>
        <Button small variant="plain" leaves onClick={() => clear()}>
          {texts.search.clear}
        </Button>
      </div>
      <div role="listbox" id={id} aria-labelledby={heading}>
        {recent.map((text, index) => (
          <Option
            key={text}
            id={`${id}-recent-${index}`}
            active={active}
            lead={<Clock aria-hidden="true" />}
            title={text}
            onChoose={() => setText(text)}
          />
        ))}
      </div>
    </>
  );
}

function Results({ id, active, close, text, search }: Props & { text: string; search: Search }) {
  const navigate = useNavigate();
  const handOver = useHandOver();
  const coverUrl = useCoverUrl();
  const setText = useSetSearchText();
  const openResults = useOpenResults();
  const { remember } = useChangeRecent();
  const { artists, songs, playlists } = search.found;
  const { play } = useFoundSongs(search.query, songs.hits);
  const optionId = (name: string) => `${id}-${name}`;

  /** What leads elsewhere leaves an empty field behind. */
  function leave(go: () => unknown): void {
    remember(text);
    setText("");
    close();
    go();
  }
  return (
    <>
      <div role="listbox" id={id} aria-label={texts.search.results} aria-busy={search.pending}>
        {kindsInOrder(search.found, search.pending).map((kind) => (
          <Group key={kind} {...kindTexts(kind)} count={search.found[kind].hits.length} pending={search.pending}>
            {kind === "artists" &&
              artists.hits.map((person) => (
                <Option
                  key={person.uid}
                  id={optionId(person.uid)}
                  active={active}
                  lead={<Avatar src={coverUrl(person.profileImage)} name={person.userName} size={40} />}
                  title={person.userName}
                  sub={texts.people.artist}
                  onChoose={() =>
                    leave(() =>
                      navigate({ to: "/playlist-user/$id", params: { id: person.uid }, state: handOver({ person }) }),
                    )
                  }
                />
              ))}
            {kind === "songs" &&
              songs.hits.map((song) => (
                <Option
                  key={song._id}
                  id={optionId(song._id)}
                  active={active}
                  lead={<Cover src={coverUrl(song.songImage)} seed={song._id} title={song.title} size={40} />}
                  title={song.title}
                  sub={
                    <>
                      <bdi>{song.artist}</bdi> · {song.genre}
                    </>
                  }
                  end={formatTime(song.duration)}
                  onChoose={() => {
                    remember(text);
                    close();
                    play(song);
                  }}
                />
              ))}
            {kind === "playlists" &&
              playlists.hits.map((playlist) => (
                <Option
                  key={playlist._id}
                  id={optionId(playlist._id)}
                  active={active}
                  lead={
                    <Cover
                      src={coverUrl(playlist.playlistImage)}
                      seed={playlist._id}
                      title={playlist.title}
                      size={40}
                    />
                  }
                  title={playlist.title}
                  onChoose={() => leave(() => navigate({ to: "/playlist/$id", params: { id: playlist._id } }))}
                />
              ))}
          </Group>
        ))}
        <Option
          id={optionId("all")}
          active={active}
          lead={<SearchIcon aria-hidden="true" />}
          title={texts.search.all(text.trim())}
          onChoose={() => {
            remember(text);
            close();
            openResults(text);
          }}
        />
      </div>
      <SearchNote search={search} />
    </>
  );
}

type GroupProps = { title: string; empty: string; count: number; pending: boolean; children: ReactNode };

function Group({ title, empty, count, pending, children }: GroupProps) {
  const heading = useId();
  return (
    <div role="group" aria-labelledby={heading} className={styles.group}>
      <div id={heading} className={styles.heading}>
        {title}
      </div>
      {/* What may still come is not missing. */}
      {count === 0 && <p className={styles.empty}>{pending ? texts.search.pending : empty}</p>}
      {children}
    </div>
  );
}

type OptionProps = {
  id: string;
  active: string | undefined;
  lead: ReactNode;
  title: string;
  sub?: ReactNode;
  end?: string;
  onChoose: () => void;
};

/** Its keys are those of the field (`SearchBox`). */
const Option = ({ id, active, lead, title, sub, end, onChoose }: OptionProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and the keys
  <div role="option" tabIndex={-1} id={id} aria-selected={id === active} className={styles.option} onClick={onChoose}>
    <span className={styles.lead}>{lead}</span>
    <span className={styles.text}>
      <bdi className={styles.title}>{title}</bdi>
      {sub !== undefined && <span className={styles.sub}>{sub}</span>}
    </span>
    {end !== undefined && <span className={styles.end}>{end}</span>}
  </div>
);
