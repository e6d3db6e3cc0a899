import { type FocusEvent, type KeyboardEvent, useCallback, useId, useRef, useState } from "react";
import { lazyImport } from "../../app/lazy-import.ts";
import { texts } from "../../texts/texts.ts";
import { part, partFailed } from "../../ui/lazy-part.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { useChangeRecent } from "./recent-searches.ts";
import { useOpenResults, useSearchText } from "./search-text.tsx";
import styles from "./SearchBox.module.css";

const load = () => lazyImport(() => import("./SearchPopup.tsx"));
const SearchPopup = part(async () => (await load()).SearchPopup);

type Props = {
  /** Folded to its icon until hover or focus (specification 3.7.2). */
  folded?: boolean;
  /** The results stand on the page below, in place of the popup. */
  onPage?: boolean;
};

/**
 * The search box with its results in a popup. The keys are those of a combobox: the focus stays in the field, the arrow
 * keys choose an option, Enter opens it, Escape closes. The role stays `searchbox`, as people look for it.
 */
export function SearchBox({ folded, onPage = false }: Props) {
  const { text, setText } = useSearchText();
  const openResults = useOpenResults();
  const { remember } = useChangeRecent();
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const shown = open && !onPage;

  // Stable, so that a key press does not render the results of the text before it again.
  const close = useCallback(() => {
    setOpen(false);
    setActive(undefined);
  }, []);
  const options = () => [...(root.current?.querySelectorAll<HTMLElement>("[role=option]") ?? [])];

  function move(by: 1 | -1): void {
    const all = options();
    // One step is the field itself, between the last and the first.
    const at = all.findIndex((option) => option.id === active) + 1 + by;
    const next = all[((at + all.length + 1) % (all.length + 1)) - 1];
    next?.scrollIntoView?.({ block: "nearest" });
    setActive(next?.id);
  }

  function choose(): void {
    const chosen = options().find((option) => option.id === active);
    if (chosen !== undefined) chosen.click();
    else if (text.trim() !== "") {
      remember(text);
      close();
      if (!onPage) openResults(text);
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (onPage) focusFirstResult();
      else if (shown) move(event.key === "ArrowDown" ? 1 : -1);
      else setOpen(true);
    } else if (event.key === "Enter") {
      choose();
    } else if (event.key === "Escape" && shown) {
      // The text stays: a second Escape empties the field.
      event.preventDefault();
      close();
    }
  }

  function onBlur({ relatedTarget }: FocusEvent): void {
    if (!(relatedTarget instanceof Node && root.current?.contains(relatedTarget))) close();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus that leaves closes the popup
    <div ref={root} role="search" className={styles.box} onBlur={onBlur}>
      <SearchField
        label={texts.search.placeholder}
        placeholder={texts.search.placeholder}
        folded={folded}
        value={text}
        onValue={(value) => {
          setText(value);
          setActive(undefined);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onPointerDown={() => setOpen(true)}
        onKeyDown={onKeyDown}
        aria-autocomplete="list"
        aria-controls={shown ? id : undefined}
        aria-activedescendant={shown ? active : undefined}
      />
      {shown && (
        <SearchPopup
          {...{ id, active, close }}
          onFailed={() => {
            close();
            root.current?.dispatchEvent(new CustomEvent(partFailed, { bubbles: true }));
          }}
        />
      )}
    </div>
  );
}

/** From the field into the results of the page. */
function focusFirstResult(): void {
  document.querySelector<HTMLElement>(`main [data-found] :is(a, button)`)?.focus();
}
