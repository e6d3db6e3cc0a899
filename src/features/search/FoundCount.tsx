import { texts } from "../../texts/texts.ts";
import { LiveText } from "../../ui/LiveText.tsx";
import type { Search } from "./use-search.ts";

type Props = {
  search: Search;
  /** Undefined when the search failed, which is said elsewhere. */
  count: number | undefined;
};

/** Tells screen readers how many results there are. Mount it before the first search. */
export const FoundCount = ({ search: { query, pending, isCut }, count }: Props) => (
  <LiveText polite>
    {query === "" || pending || count === undefined ? "" : texts.search[isCut ? "foundMore" : "found"](count)}
  </LiveText>
);
