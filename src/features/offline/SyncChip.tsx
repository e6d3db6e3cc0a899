import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { CloudAlert, CloudCheck, CloudOff, CloudUpload } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type OutboxView, unsentIn, unsentPlaysIn } from "../../db/outbox-table.ts";
import type { WaitingUpload } from "../../db/upload-rows.ts";
import { texts } from "../../texts/texts.ts";
import { Chip } from "../../ui/Chip.tsx";
import { useAccount, useApp } from "../../app/app-context.ts";
import { uploadClaims } from "../../sync/upload-claims.ts";
import { awaitedTargets } from "../playlists/await-verdict.ts";
import styles from "./SyncChip.module.css";
import { useOnline, useOutbox, usePageUploads, useWaitingUploads } from "../../app/use-live-table.ts";

const toastId = "attention";

/** Shows whether all changes have reached the server (specification 17.33); links to those that have not. */
export function SyncChip() {
  const online = useOnline();
  const outbox = useOutbox();
  const uploads = useWaitingUploads();
  const inPage = usePageUploads().length;
  const awaited = useSyncExternalStore(awaitedTargets.subscribe, awaitedTargets.get);
  const refused = outbox && uploads && refusedIn(outbox, uploads, awaited);
  const turn = useAttention(refused);

  // Empty until the outbox is read.
  if (outbox === undefined || uploads === undefined || refused === undefined) return <div role="status" />;
  // The number is not shown while a change is refused.
  const unsent = unsentIn(outbox) - unsentPlaysIn(outbox) + uploads.length + inPage;
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
          {/* Announced again in another turn. */}
          <span key={turn}>{state}</span>
        </Chip>
      </Link>
    </div>
  );
}

/** @param awaited targets of changes that the form they were made in takes back and explains */
const refusedIn = (outbox: OutboxView, uploads: readonly WaitingUpload[], awaited: ReadonlySet<string>): string[] => [
  ...outbox.rows.filter(({ state, target }) => state === "attention" && !awaited.has(target)).map(({ id }) => id),
  ...uploads.filter(({ state }) => state === "attention").map(({ id }) => id),
];

/**
 * Shows a toast once per refused change (specification 9.4). For those refused before this page was opened the chip is
 * enough; a song of this page's uploads has its dialog, and a toast of that. It leads to the changes, and goes once they are
 * open; there the list shows what is refused.
 * @returns another number for each refusal that the chip alone tells, in the words that it has already
 */
function useAttention(refused: readonly string[] | undefined): number {
  const { toaster } = useApp();
  const claims = uploadClaims(useAccount());
  const navigate = useNavigate();
  const isThere = useLocation({ select: ({ pathname }) => /^\/changes\/*$/.test(pathname) });
  const announced = useRef<ReadonlySet<string>>(undefined);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (isThere) toaster.dismiss(toastId);
  }, [isThere, toaster]);
  useEffect(() => {
    if (refused === undefined) return;
    const { current } = announced;
    // Keeps discarded ones, which "Undo" may bring back.
    announced.current = new Set([...(current ?? []), ...refused]);
    if (!current || refused.every((id) => current.has(id) || claims.isExplained(id))) return;
    if (isThere) {
      if (refused.some((id) => current.has(id))) setTurn((before) => before + 1);
      return;
    }
    const action = { label: texts.frame.show, onPress: () => void navigate({ to: "/changes" }) };
    toaster.show({ kind: "failure", id: toastId, text: texts.app.failed, action });
  }, [refused, claims, isThere, navigate, toaster]);
  return turn;
}
