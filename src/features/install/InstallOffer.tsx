import { useState, useSyncExternalStore } from "react";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useOutbox } from "../../app/use-live-table.ts";
import {
  installWay,
  onInstallWay,
  promptInstall,
  rememberInstallAnswer,
  wasAskedToInstall,
} from "../../pwa/install.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { focusHeading } from "../../ui/focus-heading.ts";
import { Note } from "../../ui/Note.tsx";
import { InstallSteps } from "./InstallSteps.tsx";

/** Offers the installation after the first like, once on a device (specification 17.60). */
export function InstallOffer() {
  const way = useSyncExternalStore(onInstallWay, installWay);
  const hasLiked = useOutbox()?.rows.some(({ operation }) => operation.kind === "like" && operation.liked) ?? false;
  const { worker } = useApp();
  const { db } = useAccount();
  // It promises that likes play without a network.
  const keepsLikes = worker.available && !db.isVolatile;
  const [isAnswered, setAnswered] = useState(false);
  const [showsSteps, setShowsSteps] = useState(false);
  const answer = () => {
    // The note goes; a dialog gives the focus back to where it was.
    focusHeading();
    rememberInstallAnswer();
    setAnswered(true);
  };
  const install = () => {
    answer();
    if (way === "ios") setShowsSteps(true);
    else void promptInstall().catch((error: unknown) => console.warn("The app could not be installed", error));
  };
  return (
    <>
      <Note
        open={keepsLikes && way !== undefined && hasLiked && !isAnswered && !wasAskedToInstall()}
        icon={<img src="/icons/icon.svg" alt="" width={40} height={40} />}
        actions={
          <>
            <Button small variant="plain" onClick={answer}>
              {texts.install.no}
            </Button>
            <Button small variant="main" onClick={install}>
              {way === "ios" ? texts.install.showHow : texts.install.yes}
            </Button>
          </>
        }
      >
        <strong>{texts.install.title}</strong> {texts.install.reason}
      </Note>
      <InstallSteps open={showsSteps} onClose={() => setShowsSteps(false)} />
    </>
  );
}
