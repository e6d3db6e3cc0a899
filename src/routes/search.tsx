import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { Clock } from "lucide-react";
import { useDeferredValue, useEffect, useRef } from "react";
import { useAccount } from "../app/app-context.ts";
import { AsOf } from "../features/offline/AsOf.tsx";
import { LibraryLists } from "../features/search/LibraryLists.tsx";
import { useChangeRecent, useRecentSearches } from "../features/search/recent-searches.ts";
import { SearchBox } from "../features/search/SearchBox.tsx";
import { SearchResults } from "../features/search/SearchResults.tsx";
import { useSearchText } from "../features/search/search-text.tsx";
import { libraryKey } from "../sync/query-keys.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { focusHeading } from "../ui/focus-heading.ts";
import { List } from "../ui/List.tsx";
import { ListRow } from "../ui/ListRow.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { Section } from "../ui/Section.tsx";
import styles from "./search.module.css";

/** Search as a page: the phone's tab, and all results of the search box (specification 3.8). */
export function Search() {
  const { text } = useTextInAddress();
  const { remember } = useChangeRecent();
  const { setText } = useSearchText();
  // A key press shows in the field first, whatever its results cost.
  const searched = useDeferredValue(text);
  const { uid } = useAccount();
  return (
    <>
      <PageHeader title={texts.search.title} />
      <AsOf of={[libraryKey("search-index", uid)]} />
      <div className={styles.field}>
        <SearchBox onPage />
      </div>
      <SearchResults
        text={searched}
        onOpen={() => remember(searched)}
        onClear={() => {
          // The library takes the button's place.
          focusHeading();
          setText("");
        }}
      >
        <Recent />
        <LibraryLists />
      </SearchResults>
    </>
  );
}

function Recent() {
  const { setText } = useSearchText();
  const recent = useRecentSearches();
  const { clear } = useChangeRecent();
  if (recent.length === 0) return <p className={styles.hint}>{texts.search.hint}</p>;
  return (
    <Section
      title={texts.search.recent}
      action={
        <Button
          small
          variant="plain"
          onClick={() => {
            focusHeading();
            clear();
          }}
        >
          {texts.search.clear}
        </Button>
      }
    >
      <List label={texts.search.recent}>
        {recent.map((text) => (
          <ListRow
            key={text}
            action={
              <button
                type="button"
                aria-label={text}
                onClick={() => {
                  // Its results take its place.
                  focusHeading();
                  setText(text);
                }}
              />
            }
            lead={
              <span className={styles.clock}>
                <Clock aria-hidden="true" />
              </span>
            }
            title={text}
          />
        ))}
      </List>
    </Section>
  );
}

/** After the last key press; milliseconds. */
const addressMs = 400;

/** The address holds the text, so that Back and a reload find it again. */
function useTextInAddress(): { text: string } {
  const { q } = useSearch({ from: "/member/search" });
  const { text, setText, takeOpenedWith } = useSearchText();
  const navigate = useNavigate();
  const { history } = useRouter();
  const written = useRef<string>(undefined);

  useEffect(() => {
    if (q === written.current) return;
    written.current = q;
    // What was typed while this screen was on its way stays.
    if (q !== takeOpenedWith()) setText(q);
  }, [q, setText, takeOpenedWith]);
  useEffect(() => {
    const write = () => {
      // Who is on the way to another screen is not called back.
      if (text === written.current || !/^\/search\/?$/.test(history.location.pathname)) return;
      written.current = text;
      void navigate({ to: "/search", search: { q: text }, state: true, replace: true, resetScroll: false });
    };
    const timer = setTimeout(write, addressMs);
    // Before a link takes the page elsewhere: Back comes to this text.
    window.addEventListener("click", write, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("click", write, { capture: true });
    };
  }, [text, navigate, history]);
  // The box of the next screen is empty.
  useEffect(() => () => setText(""), [setText]);
  return { text };
}
