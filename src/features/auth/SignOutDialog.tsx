import { useState } from "react";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FormError } from "../../ui/FormError.tsx";
import styles from "./SignOutDialog.module.css";
import type { Unsent, UnsentChoice } from "./sign-out.ts";
import { useApp } from "../../app/app-context.ts";
import { useMaySend, useOnline } from "../../app/use-live-table.ts";

type Props = {
  /** The unsent changes; undefined: no dialog. */
  unsent: Unsent | undefined;
  /** Resolves with the number of changes that could not be sent; 0: done. */
  onChoose: (choice: UnsentChoice) => Promise<number>;
  onClose: () => void;
};

/** Asks what to do with unsent changes at a sign-out (specification 17.38). */
export function SignOutDialog({ unsent, onChoose, onClose }: Props) {
  const online = useOnline();
  const maySend = useMaySend();
  const isUnknown = unsent?.isUnknown === true;
  const { changes = 0, plays = 0, uploads = [], pageUploads = [] } = unsent ?? {};
  const isAllSent = unsent !== undefined && !isUnknown && changes + plays === 0;
  const isInPageOnly = pageUploads.length > 0 && changes + plays === pageUploads.length;
  // Nothing stays of a sign-in that goes with the browser.
  const mayKeep = useApp().account()?.db.isVolatile !== true && !isInPageOnly && !isAllSent;
  const [run, setRun] = useState<{ choice: UnsentChoice }>();
  const running = run?.choice;
  const [left, setLeft] = useState(0);
  const choose = async (choice: UnsentChoice) => {
    if (running !== undefined) return;
    const mine = { choice };
    setLeft(0);
    setRun(mine);
    try {
      setLeft(await onChoose(choice));
    } finally {
      // A cancelled attempt may end while another one runs.
      setRun((now) => (now === mine ? undefined : now));
    }
  };
  // On a hanging network this may take long.
  const mayClose = running === undefined || running === "send";
  const close = () => {
    if (!mayClose) return;
    setRun(undefined);
    setLeft(0);
    onClose();
  };
  const choice = (name: UnsentChoice) => ({
    busy: running === name,
    onClick: () => void choose(name),
  });
  return (
    <Dialog
      open={unsent !== undefined}
      onClose={close}
      dismissible={mayClose}
      title={isUnknown || isAllSent ? texts.changes.logOutTitle : texts.auth.unsentTitle(changes)}
      size="small"
    >
      <div className={styles.question}>
        <div>
          <p aria-live="polite">{unsent && question(unsent)}</p>
          {mayKeep && <p className={styles.hint}>{texts.auth.unsentKeepHint}</p>}
          {mayKeep && uploads.length > 0 && <p className={styles.hint}>{texts.auth.unsentUploads(uploads)}</p>}
          {pageUploads.length > 0 && <p className={styles.hint}>{texts.changes.unsentPageUploads(pageUploads)}</p>}
        </div>
        <FormError>
          {left > 0 && !isAllSent && (online || !mayKeep ? texts.auth.stillUnsent : texts.auth.stillOffline)}
        </FormError>
        <div className={styles.choices}>
          {!isUnknown && !isAllSent && (maySend || running === "send") && (
            <Button variant={online ? "main" : "quiet"} {...choice("send")}>
              {texts.auth.sendNow}
            </Button>
          )}
          {mayKeep && (
            <Button variant={online && !isUnknown ? "quiet" : "main"} {...choice("keep")}>
              {texts.auth.keepUnsent}
            </Button>
          )}
          {isAllSent ? (
            <Button variant="main" busy={running !== undefined} onClick={() => void choose("discard")}>
              {texts.frame.logout}
            </Button>
          ) : (
            <Button className={styles.discard} {...choice("discard")}>
              {texts.auth.discardUnsent}
            </Button>
          )}
          <Button variant="plain" onClick={close}>
            {texts.auth.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function question({ isUnknown, changes, plays }: Unsent): string {
  if (isUnknown) return texts.changes.unsentUnknown;
  return changes + plays === 0 ? texts.frame.saved : texts.auth.unsent(changes, plays);
}
