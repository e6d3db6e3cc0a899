import { texts } from "../../texts/texts.ts";
import type { Entries } from "./merge-found.ts";

/** What each kind of result is called, what it says without a hit, and the button for more (specification 3.8.2). */
export const kindTexts = (kind: keyof Entries) => ({ title: texts.search[kind], ...rest()[kind] });

const rest = (): Record<keyof Entries, { empty: string; moreLabel: string }> => ({
  artists: { empty: texts.search.noArtists, moreLabel: texts.search.moreArtists },
  songs: { empty: texts.search.noSongs, moreLabel: texts.search.moreSongs },
  playlists: { empty: texts.search.noPlaylists, moreLabel: texts.search.morePlaylists },
});
