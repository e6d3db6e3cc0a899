import { useState } from "react";
import { texts } from "../../texts/en.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { FormError } from "../../ui/FormError.tsx";
import styles from "./SignOutDialog.module.css";
import type { Unsent, UnsentChoice } from "./sign-out.ts";
import { useOnline } from "../../app/use-live-table.ts";

type Props = {
  /** What has not reached the server; undefined shows nothing. */
  unsent: Unsent | undefined;
  /** Answers how many could not be sent; 0 means that it is done. */
  onChoose: (choice: UnsentChoice) => Promise<number>;
  onClose: () => void;
};

/** What is to become of unsent changes at a sign-out (specification 17.38). */
export function SignOutDialog({ unsent, onChoose, onClose }: Props) {
  const online = useOnline();
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
      // One that was given up may end while another is under way.
      setRun((now) => (now === mine ? undefined : now));
    }
  };
  // A network that hangs may keep the sending for long.
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
      title={texts.auth.unsentTitle(unsent?.changes ?? 0)}
      size="small"
    >
      <div className={styles.question}>
        <div>
          <p>{unsent && texts.auth.unsent(unsent.changes, unsent.plays)}</p>
          <p className={styles.hint}>{texts.auth.unsentKeepHint}</p>
        </div>
        <FormError>{left > 0 && (online ? texts.auth.stillUnsent : texts.auth.stillOffline)}</FormError>
        <div className={styles.choices}>
          <Button variant={online ? "main" : "quiet"} {...choice("send")}>
            {texts.auth.sendNow}
          </Button>
          <Button variant={online ? "quiet" : "main"} {...choice("keep")}>
            {texts.auth.keepUnsent}
          </Button>
          <Button variant="danger" {...choice("discard")}>
            {texts.auth.discardUnsent}
          </Button>
          <Button variant="plain" onClick={close}>
            {texts.auth.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
