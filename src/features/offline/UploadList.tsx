import { CircleAlert, CloudUpload } from "lucide-react";
import {
  discardUpload,
  removeDiscarded,
  restoreUpload,
  retryUpload,
  type WaitingUpload,
} from "../../db/upload-rows.ts";
import { texts } from "../../texts/texts.ts";
import { Button } from "../../ui/Button.tsx";
import { List } from "../../ui/List.tsx";
import { useAccount, useApp } from "../../app/app-context.ts";
import { useOnline } from "../../app/use-live-table.ts";
import styles from "./ChangeList.module.css";
import { ChangeRow } from "./ChangeRow.tsx";
import { useEditQueue } from "./use-edit-queue.ts";

type Props = { uploads: readonly WaitingUpload[] };

/** Songs that wait for their upload, and those that the server refuses (specification 17.29). */
export function UploadList({ uploads }: Props) {
  const { db } = useAccount();
  const { toaster } = useApp();
  const online = useOnline();
  const act = useEditQueue();
  const discard = async (id: string, title: string) => {
    await discardUpload(db, id);
    toaster.show({
      kind: "info",
      // Each has its own "Undo".
      id: `discarded-${id}`,
      text: texts.changes.uploadDiscarded(title),
      action: {
        label: texts.songs.undo,
        onPress: () => act(() => restoreUpload(db, id)),
        // Its files take room until then.
        onExpire: () => void removeDiscarded(db, id).catch((error: unknown) => console.warn(error)),
      },
    });
  };
  return (
    <List label={texts.changes.uploads}>
      {uploads.map((upload) => {
        const { id, state, song } = upload;
        const title = song?.values.title ?? texts.changes.aSong;
        const isRefused = state === "attention";
        return (
          <ChangeRow
            key={id}
            icon={isRefused ? <CircleAlert className={styles.wrong} /> : <CloudUpload />}
            title={texts.changes.upload(title)}
            sub={stateOf(upload, online)}
            onRetry={canRetry(upload) ? () => act(() => retryUpload(db, id)) : undefined}
            onDiscard={() => act(() => discard(id, title))}
          />
        );
      })}
    </List>
  );
}

const canRetry = ({ state, song }: WaitingUpload) => state === "attention" && song !== undefined;

/** Where a server has refused a whole batch. */
export function RetryUploads({ uploads }: Props) {
  const { db } = useAccount();
  const act = useEditQueue();
  const refused = uploads.filter(canRetry);
  const retryAll = () => act(() => Promise.all(refused.map(({ id }) => retryUpload(db, id))));
  if (refused.length < 2) return null;
  return (
    <Button small leaves onClick={retryAll}>
      {texts.changes.retryAll}
    </Button>
  );
}

function stateOf({ state, song }: WaitingUpload, online: boolean): string {
  if (song === undefined) return texts.changes.damagedUpload;
  if (state === "attention") return song.problem?.title ? texts.sentence(song.problem.title) : texts.app.failed;
  if (!online) return texts.changes.offline;
  const { parts } = song.progress;
  return parts ? texts.changes.uploading(parts.sent / song.audio.size) : texts.changes.soon;
}
