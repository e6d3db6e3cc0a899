import { Link, useLocation } from "@tanstack/react-router";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { Note } from "../../ui/Note.tsx";
import { useDownloadSummary } from "./download-summary.ts";
import { useChangeSettings } from "./use-storage-act.ts";

/** Asks before a device fetches more than 200 songs (specification 17.10). `/storage` has the same choice. */
export function AskBeforeMany() {
  const summary = useDownloadSummary();
  const change = useChangeSettings();
  const onStorage = useLocation({ select: ({ pathname }) => pathname === "/storage" });
  const asks = summary?.hold === "many" && !onStorage;
  return (
    <Note
      open={asks}
      actions={
        <>
          <Button small variant="plain" leaves onClick={() => change({ paused: true })}>
            {texts.offline.manyNo}
          </Button>
          <Link to="/storage" className={buttonClass("quiet", true)}>
            {texts.offline.manyChoose}
          </Link>
          <Button small variant="main" leaves onClick={() => change({ many: true })}>
            {texts.offline.manyYes}
          </Button>
        </>
      }
    >
      {/* Not before: a size costs the first screen the browser's tables for numbers. */}
      {asks && texts.offline.manyQuestion(summary.waiting, texts.format.bytes(summary.waitingBytes))}
    </Note>
  );
}
