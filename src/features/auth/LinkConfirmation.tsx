import { useState } from "react";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { FormError } from "../../ui/FormError.tsx";
import type { Message } from "../../ui/message.ts";
import { visitorMessage } from "./form-message.ts";
import styles from "./Form.module.css";
import { applyLink, LinkError, type MailedLink } from "./mailed-link.ts";
import { useVisitor } from "./visitor-context.ts";

type Props = {
  link: MailedLink;
  /** @param isOwn whether the account is the one that is signed in here */
  onApplied: (isOwn: boolean) => void;
  onBroken: (sentence: string) => void;
};

/** Applies a link by a press: programs that open the links of mails to check them do not press. */
export function LinkConfirmation({ link, onApplied, onBroken }: Props) {
  const { open } = useVisitor();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Message>();
  const apply = async () => {
    setBusy(true);
    setError(undefined);
    try {
      onApplied(await applyLink((await open()).app, link));
    } catch (failure) {
      if (failure instanceof LinkError && failure.isFinal) onBroken(failure.message);
      else setError(await visitorMessage(failure, open));
      setBusy(false);
    }
  };
  return (
    <div className={styles.form}>
      <FormError>{error}</FormError>
      <Button variant="main" busy={busy} onClick={() => void apply()}>
        {texts.recovery.confirm}
      </Button>
    </div>
  );
}
