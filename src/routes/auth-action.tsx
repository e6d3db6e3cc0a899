import { type ReactNode, useEffect, useState } from "react";
import { LinkConfirmation } from "../features/auth/LinkConfirmation.tsx";
import type { MailedLink as Link } from "../features/auth/mailed-link.ts";
import { RecoveryForm } from "../features/auth/RecoveryForm.tsx";
import { ResetForm } from "../features/auth/ResetForm.tsx";
import { useMailedLink } from "../features/auth/use-mailed-link.ts";
import { useVisitor } from "../features/auth/visitor-context.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { rescueFocus } from "../ui/focus-heading.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { FormSkeleton } from "../ui/FormSkeleton.tsx";
import { VisitorPage } from "./VisitorPage.tsx";

/** The target of mailed links, for visitors and signed-in users (specification 2.29, 2.33). */
export function MailedLink() {
  const { go } = useVisitor();
  const [{ mode, code }] = useState(readAddress);
  const { state, retry, onBroken } = useMailedLink(code);
  // The button that was pressed goes with its page.
  useEffect(rescueFocus, [state]);
  /** Signed-in users go home from there. */
  const toLogin = (email = "") => go({ to: "/login", email, replace: true });

  switch (state.is) {
    case "checking":
      return (
        <VisitorPage title={texts.recovery.checkingTitle}>
          <FormSkeleton fields={2} />
        </VisitorPage>
      );
    case "unchecked":
      return (
        <VisitorPage title={texts.recovery.uncheckedTitle}>
          <EmptyState
            small
            failed
            title={state.sentence}
            action={
              <Button variant="main" onClick={retry}>
                {texts.app.tryAgain}
              </Button>
            }
          />
        </VisitorPage>
      );
    case "broken":
      return (
        <VisitorPage title={texts.recovery.brokenTitle} note={`${state.sentence}.`} footer={<GoOn onPress={toLogin} />}>
          {mode === "resetPassword" ? (
            <RecoveryForm email="" onSent={toLogin} />
          ) : (
            <p>{mode === "verifyAndChangeEmail" ? texts.recovery.askInProfile : texts.recovery.alreadyDone}</p>
          )}
        </VisitorPage>
      );
    case "ready":
      return <ReadyLink link={state.link} toLogin={toLogin} onBroken={onBroken} />;
  }
}

type ReadyProps = { link: Link; toLogin: (email?: string) => void; onBroken: (sentence: string) => void };

function ReadyLink({ link, toLogin, onBroken }: ReadyProps) {
  const { go } = useVisitor();
  const [done, setDone] = useState(false);
  useEffect(rescueFocus, [done]);
  const { purpose, email } = link;
  if (purpose === "reset-password") {
    return (
      <VisitorPage title={texts.recovery.newPasswordTitle} note={texts.recovery.newPasswordNote(email)}>
        <ResetForm link={link} onSaved={() => toLogin(email)} onBroken={onBroken} />
      </VisitorPage>
    );
  }
  if (purpose === "other") {
    return (
      <VisitorPage
        title={texts.recovery.brokenTitle}
        note={texts.recovery.unsupported}
        footer={<GoOn onPress={toLogin} />}
      >
        {null}
      </VisitorPage>
    );
  }
  const { title, note, doneTitle } = texts.recovery.uses[purpose];
  if (done) {
    return (
      <Done title={doneTitle} email={email}>
        {purpose === "restore-email" && <RecoveryForm email={email} onSent={toLogin} />}
      </Done>
    );
  }
  return (
    <VisitorPage title={title} note={note(email)} footer={<GoOn onPress={toLogin} />}>
      <LinkConfirmation
        link={link}
        onBroken={onBroken}
        // The observer announces that the email has changed.
        onApplied={(isOwn) =>
          isOwn && purpose === "change-email" ? go({ to: "/home-page", replace: true }) : setDone(true)
        }
      />
    </VisitorPage>
  );
}

type DoneProps = { title: string; email: string; children: ReactNode };

function Done({ title, email, children }: DoneProps) {
  const { go } = useVisitor();
  return (
    <VisitorPage title={title} note={children ? texts.recovery.restoredNote : texts.recovery.loginNote(email)}>
      {children || (
        <Button variant="main" onClick={() => go({ to: "/login", email, replace: true })}>
          {texts.recovery.goOn}
        </Button>
      )}
    </VisitorPage>
  );
}

const GoOn = ({ onPress }: { onPress: () => void }) => (
  <Button variant="plain" onClick={() => onPress()}>
    {texts.recovery.goOn}
  </Button>
);

/** Parameters of Firebase's action links. */
function readAddress(): { mode: string; code: string } {
  const parameters = new URLSearchParams(location.search);
  return { mode: parameters.get("mode") ?? "", code: parameters.get("oobCode") ?? "" };
}
