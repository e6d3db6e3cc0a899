import { useState } from "react";
import { lazyImport } from "../../app/lazy-import.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { FormError } from "../../ui/FormError.tsx";
import type { Message } from "../../ui/message.ts";
import { visitorMessage } from "./error-sentence.ts";
import styles from "./Form.module.css";
import { giveUpSignIn } from "./give-up-sign-in.ts";
import { useVisitor } from "./visitor-context.ts";

type Props = {
  /** The account is gone, or stays for now. */
  onDone: () => void;
  onBeginAnew: () => void;
};

/** Finishes a deletion whose last step failed, or starts again (specification 2.34). */
export function LeftAccount({ onDone, onBeginAnew }: Props) {
  const visitor = useVisitor();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Message>();
  const finish = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const [{ app }, { finishDeletion }] = await Promise.all([
        visitor.open(),
        lazyImport(() => import("./sign-in.ts")),
      ]);
      await finishDeletion(app);
      visitor.toaster.success(texts.profile.deleted);
      onDone();
    } catch (failure) {
      setError(await visitorMessage(failure, visitor.open));
      setBusy(false);
    }
  };
  const goBack = () => {
    onDone();
    void giveUpSignIn(visitor);
  };
  return (
    <div className={styles.form}>
      <FormError>{error}</FormError>
      <div className={styles.actions}>
        <Button variant="danger" busy={busy} onClick={() => void finish()}>
          {texts.profile.finishDeleting}
        </Button>
        <Button disabled={busy} onClick={onBeginAnew}>
          {texts.profile.beginAnew}
        </Button>
        <Button variant="plain" disabled={busy} onClick={goBack}>
          {texts.auth.goBack}
        </Button>
      </div>
    </div>
  );
}
