import { Link, useNavigate } from "@tanstack/react-router";
import { CloudAlert, CloudCheck, CloudOff, CloudUpload } from "lucide-react";
import { useEffect, useRef } from "react";
import { unsentIn, unsentPlaysIn } from "../../db/outbox-table.ts";
import { texts } from "../../texts/en.ts";
import { Chip } from "../../ui/Chip.tsx";
import { useApp } from "../../app/app-context.ts";
import styles from "./SyncChip.module.css";
import { useOnline, useOutbox } from "../../app/use-live-table.ts";

/** Whether everything the user did has reached the server (specification 17.33); leads to what has not. */
export function SyncChip() {
  const online = useOnline();
  const outbox = useOutbox();
  const refused = outbox?.rows.filter((row) => row.state === "attention").map((row) => row.seq);
  useAttentionToast(refused);

  // Nothing is claimed of changes that nobody has read yet.
  if (outbox === undefined || refused === undefined) return <div role="status" />;
  // Once something is refused its number is not told.
  const unsent = unsentIn(outbox) - unsentPlaysIn(outbox);
  const isRefused = refused.length > 0;
  const state = isRefused ? texts.frame.attention : unsent ? texts.frame.waiting(unsent) : texts.frame.saved;
  const Icon = isRefused ? CloudAlert : !online ? CloudOff : unsent ? CloudUpload : CloudCheck;
  return (
    <div role="status">
      <Link to="/changes" className={styles.link} title={online ? state : `${texts.frame.offline} · ${state}`}>
        <Chip
          icon={<Icon aria-hidden="true" />}
          tone={isRefused ? "attention" : "neutral"}
          short={[!online && texts.frame.offline, unsent > 0 && unsent].filter(Boolean).join(" · ")}
        >
          {!online && `${texts.frame.offline} · `}
          {state}
        </Chip>
      </Link>
    </div>
  );
}

/**
 * A queued change that the server will not take is told once (specification 9.4). What was refused before this page was
 * opened is in the chip; telling it again at every start would be nagging.
 */
function useAttentionToast(refused: readonly number[] | undefined): void {
  const { toaster } = useApp();
  const navigate = useNavigate();
  const told = useRef<ReadonlySet<number>>(undefined);
  useEffect(() => {
    if (refused === undefined) return;
    const { current } = told;
    const action = { label: texts.frame.show, onPress: () => void navigate({ to: "/changes" }) };
    if (current && refused.some((seq) => !current.has(seq)))
      toaster.show({ kind: "failure", id: "attention", text: texts.app.failed, action });
    // One that was discarded may come back by "Undo".
    told.current = new Set([...(current ?? []), ...refused]);
  });
}
