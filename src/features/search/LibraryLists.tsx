import type { ReactNode } from "react";
import { useOnline } from "../../app/use-live-table.ts";
import { texts } from "../../texts/texts.ts";
import { RowSkeletons } from "../../ui/RowSkeletons.tsx";
import { Section } from "../../ui/Section.tsx";
import { StatusLine } from "../../ui/StatusLine.tsx";
import { LoadFailed } from "../lists/LoadFailed.tsx";
import { ShowMore } from "../lists/ShowMore.tsx";
import { ArtistRows } from "./ArtistRows.tsx";
import { kindTexts } from "./kind-texts.ts";
import { useLibrary } from "./library.ts";
import type { Entries } from "./merge-found.ts";
import { moveBetweenLists } from "./result-keys.ts";
import { PlaylistCards, SongRows } from "./SearchResults.tsx";
import { useLimits } from "./use-limits.ts";
import note from "./SearchNote.module.css";
import styles from "./SearchResults.module.css";

/** The library, for anyone who does not know yet what to search for (specification 3.8.6). */
export function LibraryLists() {
  const { limits, showMore } = useLimits("library");
  const library = useLibrary(limits);
  const online = useOnline();
  if (library === undefined)
    return (
      <Section title={texts.search.artists}>
        <RowSkeletons />
      </Section>
    );
  const { artists, songs, playlists } = library.shown;
  const part = (kind: keyof Entries) => ({
    ...kindTexts(kind),
    shown: library.shown[kind].length,
    more: library.more[kind],
    onMore: () => showMore(kind),
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys go between the links and buttons in it
    <div data-found onKeyDown={moveBetweenLists}>
      <StatusLine className={note.note}>{library.isOfDevice && !online && texts.search.fromDevice}</StatusLine>
      <Part {...part("artists")}>
        <ArtistRows artists={artists} />
      </Part>
      <Part {...part("songs")}>
        <SongRows query="" songs={songs} />
      </Part>
      <Part {...part("playlists")}>
        <PlaylistCards playlists={playlists} />
      </Part>
      {library.retry && (
        <LoadFailed
          small
          title={texts.search.libraryFailed}
          offline={texts.search.partialOffline}
          onRetry={library.retry}
        />
      )}
    </div>
  );
}

type PartProps = {
  title: string;
  moreLabel: string;
  shown: number;
  more: boolean;
  onMore: () => void;
  children: ReactNode;
};

/** Absent while there is nothing of its kind. */
function Part({ title, moreLabel, shown, more, onMore, children }: PartProps) {
  if (shown === 0) return null;
  return (
    <Section title={title}>
      {children}
      <ShowMore label={moreLabel} more={more} shown={shown} className={styles.more} onPress={onMore} />
    </Section>
  );
}
