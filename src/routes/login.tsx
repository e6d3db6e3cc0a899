import { useEffect, useState } from "react";
import { giveUpSignIn } from "../features/auth/give-up-sign-in.ts";
import { LoginForm } from "../features/auth/LoginForm.tsx";
import { RecoveryForm } from "../features/auth/RecoveryForm.tsx";
import type { Incomplete } from "../features/auth/sign-in.ts";
import { useFormEntry } from "../features/auth/use-form-entry.ts";
import { useIsShown } from "../ui/use-is-shown.ts";
import { useVisitor } from "../features/auth/visitor-context.ts";
import { VisitorLink } from "../features/auth/VisitorLink.tsx";
import { takeWanted } from "../features/auth/wanted-screen.ts";
import { texts } from "../texts/texts.ts";
import { Completion } from "./Completion.tsx";
import { VisitorPage } from "./VisitorPage.tsx";

/**
 * The login, or the completion of an interrupted registration in its place (specification 3.3, 2.12).
 * @param email of a registration or of a lost session
 */
export function Login({ email }: { email: string }) {
  const visitor = useVisitor();
  const { toaster, go } = visitor;
  const isShown = useIsShown();
  const [incomplete, setIncomplete] = useState<Incomplete>();
  const entry = useFormEntry();
  /** The email as typed, which the other form takes over. */
  const [typed, setTyped] = useState({ given: email, email });
  const known = typed.given === email ? typed.email : email;
  const onSignedIn = () => {
    toaster.success(texts.auth.loggedIn);
    go({ to: takeWanted() ?? "/home-page", replace: true });
  };

  // Forward and a reload lead to it without the sign-in that it was for.
  const isStale = entry.name === "completion" && incomplete === undefined;
  useEffect(() => {
    if (isStale) void entry.leave();
  }, [isStale, entry]);

  if (incomplete !== undefined)
    return (
      <Completion
        user={incomplete}
        entry={entry}
        onSignedIn={onSignedIn}
        onGivenUp={() => {
          setIncomplete(undefined);
          void entry.leave();
        }}
      />
    );
  if (entry.name === "recovery") {
    const type = (now: string) => setTyped({ given: email, email: now });
    const goBack = () => void entry.leave();
    const onSent = (to: string) => {
      type(to);
      goBack();
    };
    return (
      <VisitorPage title={texts.recovery.title} note={texts.recovery.note} onBack={goBack}>
        <RecoveryForm email={known} onEmail={type} onSent={onSent} onBack={goBack} />
      </VisitorPage>
    );
  }
  return (
    <VisitorPage
      slogan
      title={texts.auth.loginTitle}
      footer={
        <p>
          {texts.auth.newHere} <VisitorLink to="/register">{texts.auth.register}</VisitorLink>
        </p>
      }
    >
      {/* A session lost while the form is open brings another email. */}
      <LoginForm
        key={email}
        email={known}
        onSignedIn={onSignedIn}
        onIncomplete={(user) => {
          // Nobody could complete it there.
          if (!isShown()) return void giveUpSignIn(visitor, user.uid);
          setIncomplete(user);
          entry.enter("completion");
        }}
        onForgot={(now) => {
          setTyped({ given: email, email: now });
          entry.enter("recovery");
        }}
      />
    </VisitorPage>
  );
}
