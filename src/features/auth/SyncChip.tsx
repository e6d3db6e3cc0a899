import { CloudAlert, CloudCheck, CloudOff, CloudUpload } from "lucide-react";
import { useEffect, useRef } from "react";
import { isUnsent } from "../../db/outbox.ts";
import { texts } from "../../texts/en.ts";
import { Chip } from "../../ui/Chip.tsx";
import { useApp } from "./app.ts";
import { useOnline, useOutbox } from "./use-live.ts";

/** Whether everything the user did has reached the server (specification 17.33). */
export function SyncChip() {
  const online = useOnline();
  const rows = useOutbox()?.rows ?? [];
  const unsent = rows.filter(isUnsent).length;
  const attention = rows.filter((row) => row.state === "attention");
  useAttentionToast(attention.map((row) => row.seq));

  const state = attention.length
    ? texts.frame.attention
    : unsent
      ? texts.frame.waiting(unsent)
      : texts.frame.saved;
  const Icon = attention.length
    ? CloudAlert
    : !online
      ? CloudOff
      : unsent
        ? CloudUpload
        : CloudCheck;
  return (
    <div role="status" title={online ? state : `${texts.frame.offline} · ${state}`}>
      <Chip
        icon={<Icon aria-hidden="true" />}
        tone={attention.length ? "attention" : "neutral"}
        folds
      >
        {!online && `${texts.frame.offline} · `}
        {state}
      </Chip>
    </div>
  );
}

/** A queued change that the server will not take is told once (specification 9.4). */
function useAttentionToast(refused: readonly number[]): void {
  const { toaster } = useApp();
  const told = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    if (refused.some((seq) => !told.current.has(seq))) toaster.failure(texts.app.failed);
    told.current = new Set(refused);
  });
}
