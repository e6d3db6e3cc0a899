import { CatchBoundary, Outlet, useNavigate } from "@tanstack/react-router";
import { Suspense } from "react";
import { useSession } from "../features/auth/session.ts";
import { SignOutDialog } from "../features/auth/SignOutDialog.tsx";
import { useSignOut } from "../features/auth/use-sign-out.ts";
import { LazyPlayerBar } from "../features/player/LazyPlayerBar.tsx";
import { SearchTextProvider } from "../features/search/search-text.tsx";
import { texts } from "../texts/texts.ts";
import { AppShell } from "../ui/AppShell.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import styles from "./MemberLayout.module.css";
import { MemberNav, MemberTabs } from "./MemberNav.tsx";
import { InstallOffer } from "../features/install/InstallOffer.tsx";
import { HandedFiles } from "./HandedFiles.tsx";
import { AskBeforeMany } from "../features/offline/AskBeforeMany.tsx";
import { OfflineNote } from "../features/offline/OfflineNote.tsx";
import { SlowNote } from "../features/offline/SlowNote.tsx";
import { SongMenus } from "./SongMenus.tsx";
import { StorageNote } from "../features/offline/StorageNote.tsx";

/** The layout of member screens: bars, player and sign-out (specification 3.2, 20.11). */
export const MemberLayout = () => (
  <SearchTextProvider>
    <Frame />
  </SearchTextProvider>
);

function Frame() {
  const navigate = useNavigate();
  const session = useSession();
  const { ask, leave, unsent, cancel } = useSignOut(() => void navigate({ to: "/login" }));

  // While the account closes, nothing below may use it.
  if (session === null) {
    return (
      <div className={styles.leaving}>
        <Spinner label={texts.frame.loggingOut} />
      </div>
    );
  }
  return (
    // Around the player, too: its queue becomes a playlist by the same dialogs.
    <SongMenus>
      <AppShell
        skipLabel={texts.app.skip}
        nav={<MemberNav onLogout={ask} />}
        notes={
          <>
            <AskBeforeMany />
            <InstallOffer />
          </>
        }
        player={
          <>
            <OfflineNote />
            <SlowNote />
            <CatchBoundary getResetKey={() => "player"} errorComponent={PlayerFailed}>
              <Suspense>
                <LazyPlayerBar />
              </Suspense>
            </CatchBoundary>
          </>
        }
        tabs={<MemberTabs />}
      >
        <StorageNote />
        <HandedFiles />
        <Outlet />
        <SignOutDialog unsent={unsent} onChoose={leave} onClose={cancel} />
      </AppShell>
    </SongMenus>
  );
}

/** A player that fails to load breaks nothing else. */
const PlayerFailed = () => (
  <p role="alert" className={styles.failed}>
    {texts.app.chunkFailed}. {texts.app.chunkFailedHint}{" "}
    <button type="button" onClick={() => location.reload()}>
      {texts.app.reload}
    </button>
  </p>
);
