import { RegistrationForm } from "../features/auth/RegistrationForm.tsx";
import { useVisitor } from "../features/auth/visitor-context.ts";
import { VisitorLink } from "../features/auth/VisitorLink.tsx";
import { texts } from "../texts/texts.ts";
import { VisitorPage } from "./VisitorPage.tsx";

/** The registration screen of listeners and artists, which differ in one flag (specification 3.4, 2.7). */
export function Registration({ artist }: { artist: boolean }) {
  const { toaster, go } = useVisitor();
  const onRegistered = (email: string) => {
    toaster.success(texts.auth.registered);
    go({ to: "/login", email });
  };
  return (
    <VisitorPage
      title={artist ? texts.auth.registerArtistTitle : texts.auth.registerTitle}
      note={artist ? texts.auth.artistNote : undefined}
      footer={
        <>
          {artist ? (
            <VisitorLink to="/register">{texts.auth.areYouListener}</VisitorLink>
          ) : (
            <VisitorLink to="/register/artist">{texts.auth.areYouArtist}</VisitorLink>
          )}
          <p>
            {texts.auth.haveAccount} <VisitorLink to="/login">{texts.auth.login}</VisitorLink>
          </p>
        </>
      }
    >
      <RegistrationForm artist={artist} onRegistered={onRegistered} />
    </VisitorPage>
  );
}
