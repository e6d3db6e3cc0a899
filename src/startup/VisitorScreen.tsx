/** The visitor's first screens. Prerendered by the build, so only effects may use browser APIs. */
import { useState } from "react";
import { mailedLinkPath } from "../../contract/mailed-link.ts";
import type { VisitorPath } from "../../contract/screens.ts";
import { lazyImport } from "../app/lazy-import.ts";
import { type Visitor, VisitorContext } from "../features/auth/visitor-context.ts";
import { Login } from "../routes/login.tsx";
import { Registration } from "../routes/Registration.tsx";
import { VisitorPage } from "../routes/VisitorPage.tsx";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { FormSkeleton } from "../ui/FormSkeleton.tsx";
import { part } from "../ui/lazy-part.tsx";

type Props = {
  visitor: Visitor;
  path: VisitorPath;
  /** Prefills the login form. */
  email: string;
};

export const VisitorScreen = ({ visitor, path, email }: Props) => (
  <VisitorContext value={visitor}>
    {path === "/login" ? (
      <Login email={email} />
    ) : path === mailedLinkPath ? (
      <MailedLink />
    ) : (
      <Registration artist={path === "/register/artist"} />
    )}
  </VisitorContext>
);

const MailedLinkScreen = part(
  async () => (await lazyImport(() => import("../routes/auth-action.tsx"))).MailedLink,
  <LinkCheck />,
);

function LinkCheck() {
  return (
    <VisitorPage title={texts.recovery.checkingTitle}>
      <FormSkeleton fields={2} />
    </VisitorPage>
  );
}

function MailedLink() {
  const [failed, setFailed] = useState(false);
  if (!failed) return <MailedLinkScreen onFailed={() => setFailed(true)} />;
  return (
    <VisitorPage title={texts.app.chunkFailed} note={texts.app.chunkFailedHint}>
      <EmptyState
        small
        failed
        title={texts.recovery.linkUnused}
        action={
          <Button variant="main" onClick={() => setFailed(false)}>
            {texts.app.tryAgain}
          </Button>
        }
      />
    </VisitorPage>
  );
}
