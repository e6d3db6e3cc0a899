/** Uploads the rows of a batch in sequence and reports the progress of each (specification 3.2.3, 4.10). */
import type { Song } from "../../../contract/songs.ts";
import { ApiError } from "../../api/api-error.ts";
import { texts } from "../../texts/en.ts";
import { contentOf, type Row } from "./upload-draft.ts";
import { type SendDeps, uploadSong, type Stage } from "./upload-song.ts";

export interface SendingRow {
  readonly id: number;
  readonly title: string;
  readonly fileName: string;
  readonly cover: File | null;
  readonly stage: "waiting" | Stage | "done" | "failed";
  /** Share of this stage's bytes that are sent, 0 to 1. */
  readonly share: number;
}

/** Shows "checking" while the server inspects a completely sent file. */
export const shownStage = ({ stage, share }: Pick<SendingRow, "stage" | "share">) =>
  (stage === "audio" || stage === "cover") && share === 1 ? "checking" : stage;

export interface BatchDeps extends SendDeps {
  /** Called after a song is saved, to refetch lists. */
  onSaved(song: Song): void;
}

interface Watch {
  signalOf(id: number): AbortSignal | undefined;
  onChange(id: number, change: Partial<SendingRow>): void;
}

/**
 * Returns the number of saved songs, the failed rows, and the titles that an earlier attempt had already saved. Skips
 * cancelled rows; includes rows that are added meanwhile.
 */
export async function runBatch(
  deps: BatchDeps,
  rows: readonly Row[],
  isPrivate: boolean,
  watch: Watch,
): Promise<{ saved: number; failed: Row[]; earlier: string[] }> {
  const failed: Row[] = [];
  const earlier: string[] = [];
  let saved = 0;
  let hopeless: ApiError | undefined;
  for (const row of rows) {
    const signal = watch.signalOf(row.id);
    const content = contentOf(row, isPrivate);
    if (signal === undefined || signal.aborted || content === undefined) continue;
    try {
      // An error that affects all rows fails the rest without an attempt.
      if (hopeless !== undefined) throw hopeless;
      const sent = await uploadSong(row.progress, content, deps, signal, (stage, share) =>
        watch.onChange(row.id, { stage, share }),
      );
      saved += 1;
      if (sent.earlier) earlier.push(sent.song.title);
      watch.onChange(row.id, { stage: "done", share: 1 });
      deps.onSaved(sent.song);
    } catch (error) {
      if (signal.aborted) continue;
      if (error instanceof ApiError && stopping.has(error.code)) hopeless = error;
      failed.push({ ...row, problem: sentenceOf(error) });
      watch.onChange(row.id, { stage: "failed" });
    }
  }
  return { saved, failed, earlier };
}

export const waitingRow = ({ id, file, cover, values }: Row): SendingRow => ({
  id,
  title: values.title,
  fileName: file?.name ?? "",
  cover,
  stage: "waiting",
  share: 0,
});

/** Codes that no other row would escape. */
const stopping: ReadonlySet<string> = new Set([
  "network",
  "unavailable",
  "unauthenticated",
  "no-profile",
  "disk-full",
  "aborted",
]);

/** The server's own sentence where there is one; of a refused form, the first about a field. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) {
    console.error("An upload failed", error);
    return texts.app.failed;
  }
  return error.problem?.errors?.[0]?.message ?? error.message;
}
