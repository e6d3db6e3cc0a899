import type { Me } from "../../../contract/users.ts";
import { texts } from "../../texts/texts.ts";
import { useCarriedState } from "../../ui/carried-state.ts";
import { Button } from "../../ui/Button.tsx";
import { focusHeading } from "../../ui/focus-heading.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { StatusLine } from "../../ui/StatusLine.tsx";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { useEmailDraft } from "./email-draft.ts";
import { EmailForm } from "./EmailForm.tsx";
import { Collapsible } from "./Collapsible.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import styles from "./Profile.module.css";
import { ProfileForm } from "./ProfileForm.tsx";
import { useAwaitedEmail } from "./use-awaited-email.ts";
import { useHasPassword } from "./use-has-password.ts";

/** Name and image, email, password, and the end of the account (specification 3.6.2). */
export function UserInformation({ me }: { me: Me }) {
  const { hasPassword, failed, retry } = useHasPassword();
  return (
    <>
      <section className={styles.part}>
        <h2>{texts.profile.about}</h2>
        <ProfileForm me={me} />
      </section>
      {hasPassword === true && <SignInParts email={me.email} />}
      {hasPassword === false && (
        <section className={styles.part}>
          <h2>{texts.profile.signIn}</h2>
          <p className={styles.note}>{texts.profile.byGoogle(me.email)}</p>
        </section>
      )}
      {hasPassword !== undefined && <DeleteAccount hasPassword={hasPassword} />}
      {hasPassword === undefined && (
        <section className={styles.part} aria-busy={!failed || undefined}>
          <h2>{texts.profile.signIn}</h2>
          {failed ? (
            <p role="alert" className={styles.note}>
              {texts.profile.signInUnknown}{" "}
              <Button
                onClick={() => {
                  // Other parts take the place of this one.
                  focusHeading();
                  retry();
                }}
              >
                {texts.app.tryAgain}
              </Button>
            </p>
          ) : (
            <Skeleton shape="card" height={44} />
          )}
        </section>
      )}
    </>
  );
}

function SignInParts({ email }: { email: string }) {
  const [emailOpen, setEmailOpen] = useCarriedState("email: open", false);
  const [passwordOpen, setPasswordOpen] = useCarriedState("password: open", false);
  const [awaited, setAwaited] = useCarriedState<string | undefined>("email: awaited", undefined);
  const [draft, setDraft] = useEmailDraft();
  const isAwaited = awaited !== undefined && awaited.toLowerCase() !== email.toLowerCase();
  // A new token in the middle of a change would take the place of the change's own.
  useAwaitedEmail(isAwaited && !emailOpen && !passwordOpen);
  return (
    <>
      <Collapsible
        title={texts.auth.email}
        label={texts.profile.changeEmail}
        open={emailOpen}
        onToggle={setEmailOpen}
        form={
          <EmailForm
            email={email}
            draft={draft}
            onDraft={setDraft}
            onMailed={setAwaited}
            onClose={() => setEmailOpen(false)}
          />
        }
      >
        <p>
          <bdi>{email}</bdi>
        </p>
        <StatusLine>{isAwaited && texts.profile.emailAwaited(awaited)}</StatusLine>
      </Collapsible>
      <Collapsible
        title={texts.auth.password}
        label={texts.profile.changePassword}
        open={passwordOpen}
        onToggle={setPasswordOpen}
        form={<PasswordForm email={email} onClose={() => setPasswordOpen(false)} />}
      >
        <p>{texts.profile.passwordNote}</p>
      </Collapsible>
    </>
  );
}
