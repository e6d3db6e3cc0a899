import { CircleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { useAccount } from "../../app/app-context.ts";
import { lazyImport } from "../../app/lazy-import.ts";
import { retry } from "../../db/outbox-decisions.ts";
import type { ParsedRow } from "../../db/outbox-table.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { focusPartHeading } from "../../ui/focus-heading.ts";
import { part } from "../../ui/lazy-part.tsx";
import { List } from "../../ui/List.tsx";
import { Section } from "../../ui/Section.tsx";
import { refusedForm } from "../playlists/shown-playlists.ts";
import { useDialog } from "../playlists/use-dialog.ts";
import styles from "./ChangeList.module.css";
import { ChangeRow } from "./ChangeRow.tsx";
import { isGone, reasonOf, sentenceOf } from "./queued-changes.ts";
import { useEditQueue } from "./use-edit-queue.ts";

const RefusedPlaylistDialog = part(
  async () => (await lazyImport(() => import("../playlists/RefusedPlaylistDialog.tsx"))).RefusedPlaylistDialog,
);

type Props = {
  refused: readonly ParsedRow[];
  onDiscard: (seqs: readonly number[]) => void;
};

/** Changes that the server refused: what was typed can be mended and sent again (specification 3.17.2). */
export function RefusedChanges({ refused, onDiscard }: Props) {
  const { db, uid } = useAccount();
  const act = useEditQueue();
  const editing = useDialog();
  const retried = refused.filter((row) => !isGone(row));
  const [edited, setEdited] = useState<ParsedRow>();
  const [sent, setSent] = useState(0);
  const retryRows = (rows: readonly ParsedRow[]) => act(() => Promise.all(rows.map((row) => retry(db, row.seq))));
  useEffect(() => {
    // Once the form is closed, which gives the focus back to the row's button, which goes.
    if (sent > 0 && document.activeElement !== null) focusPartHeading(document.activeElement);
  }, [sent]);
  return (
    <>
      {refused.length > 0 && (
        <Section
          title={texts.frame.attention}
          action={
            refused.length > 1 && (
              <span className={styles.actions}>
                {retried.length > 0 && (
                  <Button small leaves onClick={() => retryRows(retried)}>
                    {texts.changes.retryAll}
                  </Button>
                )}
                <Button small leaves onClick={() => onDiscard(refused.map((row) => row.seq))}>
                  {texts.changes.discardAll}
                </Button>
              </span>
            )
          }
        >
          <List label={texts.frame.attention}>
            {refused.map((row) => {
              const edit = () => {
                // Another row's form, or this one's as it was closed.
                if (edited?.seq !== row.seq) editing.onDone();
                setEdited(row);
                editing.show();
              };
              return (
                <ChangeRow
                  key={row.seq}
                  icon={<CircleAlert className={styles.wrong} />}
                  title={sentenceOf(row)}
                  sub={reasonOf(row)}
                  onEdit={isGone(row) ? undefined : refusedForm(row, uid) && edit}
                  onRetry={isGone(row) ? undefined : () => retryRows([row])}
                  onDiscard={() => onDiscard([row.seq])}
                />
              );
            })}
          </List>
        </Section>
      )}
      {editing.shown && edited !== undefined && (
        <RefusedPlaylistDialog
          key={editing.turn}
          row={edited}
          reason={reasonOf(edited)}
          {...editing.dialog}
          onSaved={() => {
            editing.onDone();
            setSent((before) => before + 1);
            act(() => retry(db, edited.seq));
          }}
        />
      )}
    </>
  );
}
