import { useEffect, useEffectEvent, useRef, useState } from "react";
import { focusScreen, setDocumentTitle } from "../app/document-title.ts";
import { lazyImport } from "../app/lazy-import.ts";
import { giveUpSignIn } from "../features/auth/give-up-sign-in.ts";
import type { Incomplete } from "../features/auth/sign-in.ts";
import type { FormEntry } from "../features/auth/use-form-entry.ts";
import { useVisitor } from "../features/auth/visitor-context.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { rescueFocus } from "../ui/focus-heading.ts";
import { FormSkeleton } from "../ui/FormSkeleton.tsx";
import { part } from "../ui/lazy-part.tsx";
import { VisitorPage } from "./VisitorPage.tsx";

const CompletionForm = part(
  async () => (await lazyImport(() => import("../features/auth/CompletionForm.tsx"))).CompletionForm,
  <FormSkeleton />,
);
const LeftAccount = part(
  async () => (await lazyImport(() => import("../features/auth/LeftAccount.tsx"))).LeftAccount,
  <FormSkeleton fields={2} />,
);

type Props = {
  user: Incomplete;
  /** Its own, "completion". */
  entry: FormEntry;
  onSignedIn: () => void;
  onGivenUp: () => void;
};

/** In place of the login: an account without a profile, which was never made or was deleted (specification 2.12, 2.34). */
export function Completion({ user, entry, onSignedIn, onGivenUp }: Props) {
  const [isLeft, setLeft] = useState(user.isDeleted === true);
  const [failed, setFailed] = useState(false);
  /** The profile is being made, or the account deleted. */
  const [busy, setBusy] = useState(false);
  const visitor = useVisitor();
  const onFailed = () => setFailed(true);
  const retry = () => {
    setFailed(false);
    // The pressed button is gone.
    focusScreen(setDocumentTitle());
  };
  const goBack = () => {
    // Signing out would break either.
    if (busy) return;
    onGivenUp();
    void giveUpSignIn(visitor, user.uid);
  };
  const isFinished = useRef(false);
  const finish = async () => {
    isFinished.current = true;
    // What comes takes the login's place in the history.
    await entry.leave();
    onSignedIn();
  };
  const isHere = entry.name === "completion";
  const onBack = useEffectEvent(() => {
    if (isFinished.current) return;
    if (busy) entry.enter("completion");
    else goBack();
  });
  useEffect(() => {
    if (!isHere) onBack();
  }, [isHere]);
  useEffect(() => {
    // What was pressed goes with its form, here and on the way back.
    rescueFocus();
    return () => rescueFocus();
  }, []);
  const [title, note] = isLeft
    ? [texts.profile.leftTitle, texts.profile.leftNote]
    : [texts.auth.completeTitle, texts.auth.completeNote];
  return (
    <VisitorPage title={title} note={note} onBack={goBack}>
      {failed ? (
        // The user has just signed in and need not do it again.
        <EmptyState
          small
          failed
          title={texts.app.chunkFailed}
          action={
            <Button variant="main" onClick={retry}>
              {texts.app.tryAgain}
            </Button>
          }
        />
      ) : isLeft ? (
        <LeftAccount
          uid={user.uid}
          onDone={onGivenUp}
          onBack={goBack}
          onBeginAnew={() => setLeft(false)}
          busy={busy}
          onBusy={setBusy}
          onFailed={onFailed}
        />
      ) : (
        <CompletionForm user={user} onSignedIn={finish} onBack={goBack} onBusy={setBusy} onFailed={onFailed} />
      )}
    </VisitorPage>
  );
}
