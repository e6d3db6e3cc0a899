import { useState } from "react";
import { texts } from "../../texts/texts.ts";
import { Section } from "../../ui/Section.tsx";
import { ShowMore } from "../lists/ShowMore.tsx";
import { ArtistRows } from "./ArtistRows.tsx";
import styles from "./SearchResults.module.css";
import { useSearchIndex } from "./search-index.ts";

/** At first; each "Show more" doubles it. */
const shownFirst = 20;

/** The library's artists, for whoever does not know yet what to search for (specification 3.8.6). */
export function AllArtists() {
  const [limit, setLimit] = useState(shownFirst);
  const artists = useSearchIndex().index?.artists ?? [];
  if (artists.length === 0) return null;
  const shown = artists.slice(0, limit);
  return (
    <Section title={texts.search.artists}>
      <ArtistRows artists={shown} />
      <ShowMore
        label={texts.search.moreArtists}
        more={artists.length > shown.length}
        shown={shown.length}
        className={styles.more}
        onPress={() => setLimit(limit * 2)}
      />
    </Section>
  );
}
