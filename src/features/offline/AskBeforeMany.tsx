import { Link, useLocation } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { focusPartHeading } from "../../ui/focus-heading.ts";
import { Note } from "../../ui/Note.tsx";
import { useDownloadSummary } from "./download-summary.ts";
import { useChangeSettings } from "./use-storage-act.ts";

/** Asks before a device fetches more than 200 songs (specification 17.10). `/storage` has the same choice. */
export function AskBeforeMany() {
  const summary = useDownloadSummary();
  const change = useChangeSettings();
  const answer = (settings: Parameters<typeof change>[0]) => (event: MouseEvent) => {
    // The note goes with its answer.
    focusPartHeading(event.currentTarget);
    change(settings);
  };
  const onStorage = useLocation({ select: ({ pathname }) => pathname === "/storage" });
  return (
    <Note
      open={summary?.hold === "many" && !onStorage}
      actions={
        <>
          <Button small variant="plain" onClick={answer({ paused: true })}>
            {texts.offline.manyNo}
          </Button>
          <Link to="/storage" className={buttonClass("quiet", true)}>
            {texts.offline.manyChoose}
          </Link>
          <Button small variant="main" onClick={answer({ many: true })}>
            {texts.offline.manyYes}
          </Button>
        </>
      }
    >
      {summary && texts.offline.manyQuestion(summary.waiting, texts.format.bytes(summary.waitingBytes))}
    </Note>
  );
}
