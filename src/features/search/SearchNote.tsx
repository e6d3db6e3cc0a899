import { useOnline } from "../../app/use-live-table.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { StatusLine } from "../../ui/StatusLine.tsx";
import styles from "./SearchNote.module.css";
import type { Search } from "./use-search.ts";

/** Says that only a part could be searched, and why. */
export function SearchNote({ search: { partial, pending, retry } }: { search: Search }) {
  const online = useOnline();
  const isShown = partial && !pending;
  return (
    <StatusLine className={styles.note}>
      {isShown && (
        <>
          {online ? texts.search.partial : texts.search.partialOffline}
          {online && (
            <Button small leaves onClick={() => retry()}>
              {texts.lists.retry}
            </Button>
          )}
        </>
      )}
    </StatusLine>
  );
}
