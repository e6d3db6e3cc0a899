import { Check, CircleAlert, CloudUpload, X } from "lucide-react";
import { memo, useCallback, useEffect } from "react";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { rescueFocus } from "../../ui/focus-heading.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { List } from "../../ui/List.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { useApp } from "../../app/app-context.ts";
import { FileCover } from "./FileCover.tsx";
import { mostMoving } from "../../ui/use-list-motion.ts";
import styles from "./SendingList.module.css";
import { shownStage } from "./shown-stage.ts";
import { isInPageOnly, type SendingRow } from "./upload-state.ts";
import { useUploads } from "./use-uploads.ts";

/** Replaces the page's content while a batch uploads (specification 3.2.3). */
export function SendingList({ rows }: { rows: readonly SendingRow[] }) {
  const uploads = useUploads();
  const { toaster } = useApp();
  const cancel = useCallback(
    (id?: number) => {
      const given = uploads.cancel(id);
      if (given.length === 0) return;
      toaster.show({
        kind: "info",
        text: texts.uploads.cancelled,
        action: { label: texts.uploads.undo, onPress: () => uploads.dispatch({ type: "rows-restored", rows: given }) },
      });
    },
    [uploads, toaster],
  );
  const isOne = rows.length === 1;
  const finished = rows.filter(({ stage }) => ["done", "failed", "kept"].includes(stage)).length;
  // A removed Cancel button loses the focus.
  useEffect(rescueFocus, [rows.length, finished]);
  return (
    <div className={styles.sending}>
      <Spinner page label={texts.uploads.sending(rows.length)} />
      <div>
        <h1 className={styles.heading}>{texts.uploads.sending(rows.length)}</h1>
        <p className={styles.hint}>
          {rows.some(isInPageOnly) ? texts.uploads.pageOnlyHint : texts.uploads.sendingHint}
        </p>
      </div>
      <List label={texts.uploads.sending(rows.length)} moving={rows.length <= mostMoving}>
        {rows.map((row) => (
          <Sending key={row.id} sending={row} onCancel={isOne ? undefined : cancel} />
        ))}
      </List>
      <Button onClick={() => cancel()}>{texts.uploads.cancel}</Button>
    </div>
  );
}

type SendingProps = {
  sending: SendingRow;
  /** Undefined where there is nothing else to cancel. */
  onCancel: ((id: number) => void) | undefined;
};

/** Renders for its own progress only. */
const Sending = memo(function Sending({ sending, onCancel }: SendingProps) {
  const { id, row, stage } = sending;
  const { title } = row.values;
  const share = shareOf(sending);
  return (
    <li className={styles.row}>
      <FileCover file={row.cover} seed={row.file?.name ?? ""} />
      <div className={styles.body}>
        <div className={styles.line}>
          <span className={styles.title} dir="auto">
            {title}
          </span>
          <span className={styles.stage}>{texts.uploads.stages[shownStage(sending)]}</span>
          <span className={styles.percent}>{texts.uploads.percent(share)}</span>
        </div>
        <Progress label={texts.uploads.progress(title)} value={share} />
      </div>
      <span className={styles.end}>
        {stage === "done" ? (
          <Check aria-hidden="true" />
        ) : stage === "failed" ? (
          <CircleAlert aria-hidden="true" className={styles.failed} />
        ) : stage === "kept" ? (
          <CloudUpload aria-hidden="true" />
        ) : (
          onCancel && (
            <IconButton
              size="small"
              label={texts.uploads.cancelSong(title)}
              icon={<X />}
              onClick={() => onCancel(id)}
            />
          )
        )}
      </span>
    </li>
  );
});

/** The audio is most of the progress; cover and saving are the rest. */
function shareOf({ stage, share, row: { cover } }: SendingRow): number {
  const audio = cover === null ? 0.98 : 0.92;
  switch (stage) {
    case "waiting":
    case "kept":
    case "failed":
      return 0;
    case "audio":
      return share * audio;
    case "cover":
      return audio + share * (0.98 - audio);
    case "saving":
      return 0.98;
    case "done":
      return 1;
  }
}
