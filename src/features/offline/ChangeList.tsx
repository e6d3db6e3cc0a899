import { Ban, CloudCheck, CloudUpload } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { discard, restore } from "../../db/outbox-decisions.ts";
import type { ParsedRow } from "../../db/outbox-table.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { focusHeading, followHeading } from "../../ui/focus-heading.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { List } from "../../ui/List.tsx";
import { Section } from "../../ui/Section.tsx";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useMaySend, useOnline, useOutbox, usePageUploads, useWaitingUploads } from "../../app/use-live-table.ts";
import styles from "./ChangeList.module.css";
import { ChangeRow } from "./ChangeRow.tsx";
import { RefusedChanges } from "./RefusedChanges.tsx";
import { sentenceOf, sortChanges } from "./queued-changes.ts";
import { RetryUploads, UploadList } from "./UploadList.tsx";
import { useEditQueue } from "./use-edit-queue.ts";

/** Further rows are shown as a number. */
const shownAtMost = 200;

/** Waiting changes and those that need attention (specification 3.17.2). */
export function ChangeList() {
  const outbox = useOutbox();
  const uploads = useWaitingUploads() ?? [];
  const inPage = usePageUploads();
  const online = useOnline();
  const maySend = useMaySend();
  const act = useEditQueue();
  const discardAll = useDiscard();
  // After every render: a section may have gone with its heading, to which a button that went has given the focus.
  useEffect(followHeading);
  if (outbox === undefined) return null;

  const { refused, waiting, unasked, plays, unreadable } = sortChanges(outbox);
  const isSending = waiting.some((row) => unasked.has(row));
  const discardRows = (seqs: readonly number[]) => act(() => discardAll(seqs));
  const isEmpty = refused.length + waiting.length + unreadable.length + uploads.length + inPage.length === 0;
  return (
    <>
      {isEmpty && <EmptyState icon={<CloudCheck />} title={texts.frame.saved} />}
      <RefusedChanges refused={refused} onDiscard={discardRows} />
      {unreadable.length > 0 && (
        <Section title={texts.changes.unreadable}>
          <List label={texts.changes.unreadable}>
            <ChangeRow
              icon={<Ban />}
              title={texts.changes.unread(unreadable.length)}
              sub={texts.changes.unreadHint}
              onDiscard={() => discardRows(unreadable)}
            />
          </List>
        </Section>
      )}
      {inPage.length > 0 && (
        <Section title={texts.changes.pageUploads}>
          <List label={texts.changes.pageUploads}>
            {inPage.map((title, index) => (
              // Two of one title are two songs.
              <ChangeRow
                key={`${index} ${title}`}
                icon={<CloudUpload />}
                title={texts.changes.upload(title)}
                sub={texts.changes.pageUploadsHint}
              />
            ))}
          </List>
        </Section>
      )}
      {uploads.length > 0 && (
        <Section
          title={texts.changes.uploads}
          action={
            <span className={styles.actions}>
              <RetryUploads uploads={uploads} />
              {maySend && !isSending && uploads.some(({ state }) => state === "waiting") && <SendNow />}
            </span>
          }
        >
          <UploadList uploads={uploads} />
        </Section>
      )}
      {waiting.length > 0 && (
        <Section title={texts.frame.waiting(waiting.length)} action={maySend && isSending && <SendNow />}>
          <List label={texts.changes.waitingList}>
            {waiting.slice(0, shownAtMost).map((row) => (
              <ChangeRow
                key={row.seq}
                icon={<CloudUpload />}
                title={sentenceOf(row)}
                sub={unasked.has(row) ? stateOf(row, online) : texts.changes.uncreated}
              />
            ))}
            {waiting.length > shownAtMost && (
              <ChangeRow icon={<CloudUpload />} title={texts.changes.more(waiting.length - shownAtMost)} />
            )}
          </List>
        </Section>
      )}
      {plays > 0 && (
        <Section title={texts.changes.heard}>
          <List label={texts.changes.heard}>
            <ChangeRow icon={<CloudUpload />} title={texts.changes.plays(plays)} sub={texts.changes.heardHint} />
          </List>
        </Section>
      )}
    </>
  );
}

function stateOf({ state, attempts, notBefore }: ParsedRow, online: boolean): string {
  if (!online) return texts.changes.offline;
  if (state === "waiting") return texts.changes.soon;
  const wasTried = attempts > 1 || notBefore > Date.now();
  return wasTried ? texts.changes.again(attempts) : texts.changes.sending;
}

/** Sends all changes now. */
function SendNow() {
  const { flush } = useAccount();
  const { toaster, online } = useApp();
  const [busy, setBusy] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // It goes with the last change: the focus stays in the screen.
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (document.activeElement === own) focusHeading();
    };
  }, []);
  const send = async () => {
    setBusy(true);
    try {
      if ((await flush()) > 0) toaster.warning(online.get() ? texts.changes.stillWaiting : texts.changes.stillOffline);
    } catch (error) {
      console.error(error);
      toaster.failure(texts.app.failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button ref={button} small busy={busy} onClick={() => void send()}>
      {texts.changes.sendNow}
    </Button>
  );
}

/** Discards changes, with an undo (specification 20.18). */
function useDiscard() {
  const { db } = useAccount();
  const { toaster } = useApp();
  const act = useEditQueue();
  return async (seqs: readonly number[]): Promise<void> => {
    const rows = (await Promise.all(seqs.map((seq) => discard(db, seq)))).flat();
    const [first] = rows;
    if (first === undefined) return;
    toaster.show({
      kind: "info",
      // Each has its own "Undo".
      id: `discarded-${first.id}`,
      text: texts.changes.discarded(rows.length),
      action: {
        label: texts.songs.undo,
        onPress: () => act(() => restore(db, rows)),
      },
    });
  };
}
