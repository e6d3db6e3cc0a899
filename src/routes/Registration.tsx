import { Link, useNavigate } from "@tanstack/react-router";
import { useApp } from "../features/auth/app.ts";
import { RegistrationForm } from "../features/auth/RegistrationForm.tsx";
import { texts } from "../texts/en.ts";
import { VisitorPage } from "./VisitorPage.tsx";

/** The screen of both registrations; they differ in the artist flag (specification 3.4, 2.7). */
export function Registration({ artist }: { artist: boolean }) {
  const { toaster } = useApp();
  const navigate = useNavigate();
  const onRegistered = (email: string) => {
    toaster.success(texts.auth.registered);
    void navigate({ to: "/login", search: { email } });
  };
  return (
    <VisitorPage
      title={artist ? texts.auth.registerArtistTitle : texts.auth.registerTitle}
      note={artist ? texts.auth.artistNote : undefined}
      footer={
        <>
          {artist ? (
            <Link to="/register">{texts.auth.areYouListener}</Link>
          ) : (
            <Link to="/register/artist">{texts.auth.areYouArtist}</Link>
          )}
          <p>
            {texts.auth.haveAccount} <Link to="/login">{texts.auth.login}</Link>
          </p>
        </>
      }
    >
      <RegistrationForm artist={artist} onRegistered={onRegistered} />
    </VisitorPage>
  );
}
