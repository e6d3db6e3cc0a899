import { useState } from "react";
import { lazyImport } from "../../app/lazy-import.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { FormError } from "../../ui/FormError.tsx";
import type { Message } from "../../ui/message.ts";
import { visitorMessage } from "./form-message.ts";
import styles from "./Form.module.css";
import { useVisitor } from "./visitor-context.ts";

type Props = {
  uid: string;
  /** The account is gone. */
  onDone: () => void;
  /** It stays for now. */
  onBack: () => void;
  onBeginAnew: () => void;
  busy: boolean;
  onBusy: (busy: boolean) => void;
};

/** Finishes a deletion whose last step failed, or starts again (specification 2.34). */
export function LeftAccount({ uid, onDone, onBack, onBeginAnew, busy, onBusy }: Props) {
  const visitor = useVisitor();
  const [error, setError] = useState<Message>();
  const finish = async () => {
    onBusy(true);
    setError(undefined);
    try {
      const [{ app }, { finishDeletion }] = await Promise.all([
        visitor.open(),
        lazyImport(() => import("./sign-in.ts")),
      ]);
      await finishDeletion(app, uid);
      visitor.toaster.success(texts.profile.deleted);
      onDone();
    } catch (failure) {
      setError(await visitorMessage(failure, visitor.open));
    } finally {
      onBusy(false);
    }
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
        <Button variant="plain" disabled={busy} onClick={onBack}>
          {texts.auth.goBack}
        </Button>
      </div>
    </div>
  );
}
