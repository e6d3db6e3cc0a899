/**
 * The uploads of an account: runs what the state's changes need. Outside React, because dialog and batch outlive the
 * screen (specification 3.2.3, 3.2.5, 4.10).
 */
import { createStore, type ReadableStore } from "../../lib/store.ts";
import { stopsBatch, uploadProblem } from "./batch-errors.ts";
import type { Transfers } from "./transfers.ts";
import { contentOf } from "./upload-row.ts";
import { uploadSong } from "./upload-song.ts";
import {
  initialState,
  isReady,
  reduceUploads,
  type SendingRow,
  type UploadAction,
  type UploadsState,
} from "./upload-state.ts";

export interface Uploads extends ReadableStore<UploadsState> {
  dispatch(action: UploadAction): void;
  /** Puts files into the row `id`, into empty rows and into new ones, and opens the dialog. */
  chooseFiles(files: readonly File[], id?: number): void;
  /** Sends the dialog's rows, after those that are being sent; or shows their errors and returns false. */
  submit(): Promise<boolean>;
  /** Cancels one row of the batch, or all. Returns them for the action `rows-restored`. */
  cancel(id?: number): readonly SendingRow[];
}

/** The result of a batch. */
export interface BatchEnd {
  saved: number;
  /** Rows that are back in the dialog. */
  failed: number;
  /** Titles that an earlier attempt had already saved. */
  earlier: string[];
}

export function createUploads(transfers: Transfers, onEnd: (end: BatchEnd) => void): Uploads {
  const store = createStore(initialState);
  const dispatch = (action: UploadAction) => store.set(reduceUploads(store.get(), action));
  const inspections = createPending();
  /** Of the row that is being sent. */
  let current: { id: number; controller: AbortController } | undefined;
  let isRunning = false;

  function chooseFiles(files: readonly File[], id?: number): void {
    const before = new Set(store.get().rows.map(({ file }) => file));
    dispatch({ type: "files-chosen", files, limits: transfers.limits(), ...(id !== undefined && { id }) });
    for (const { file } of store.get().rows) if (file !== null && !before.has(file)) inspections.add(inspect(file));
  }

  /** Waits for what may stop a submit, not for the tags. */
  async function inspect(file: File): Promise<void> {
    void transfers.readTags(file).then((found) => dispatch({ type: "tags-read", file, ...found }));
    const probed = transfers.probe(file).then((playback) => dispatch({ type: "file-probed", file, playback }));
    const title = await transfers.findDuplicate(file);
    if (title !== undefined) dispatch({ type: "duplicate-found", file, title });
    await probed;
  }

  async function submit(): Promise<boolean> {
    if (store.get().checking) return false;
    dispatch({ type: "check-started" });
    await inspections.all();
    if (!isReady(store.get())) {
      dispatch({ type: "check-failed" });
      return false;
    }
    const isReached = await transfers.reach();
    // The user has closed or changed the form meanwhile.
    const isStale = !store.get().open || !isReady(store.get());
    dispatch({ type: isStale ? "check-ended" : isReached ? "batch-started" : "unreachable" });
    if (isStale || !isReached) return false;
    if (!isRunning) void run();
    return true;
  }

  /** Sends one row after the other, also those that join meanwhile. */
  async function run(): Promise<void> {
    isRunning = true;
    const earlier: string[] = [];
    let saved = 0;
    /** Fails the rest without an attempt. */
    let hopeless: unknown;
    for (let row = nextRow(); row !== undefined; row = nextRow()) {
      const { id } = row;
      try {
        if (hopeless !== undefined) throw hopeless;
        const sent = await send(row);
        saved += 1;
        if (sent.earlier) earlier.push(sent.song.title);
        dispatch({ type: "row-progressed", id, stage: "done", share: 1 });
      } catch (error) {
        if (stopsBatch(error) && isListed(id)) hopeless = error;
        dispatch({ type: "row-failed", id, problem: uploadProblem(error) });
      }
    }
    isRunning = false;
    const failed = store.get().sending?.filter(({ stage }) => stage === "failed").length ?? 0;
    dispatch({ type: "batch-ended" });
    onEnd({ saved, failed, earlier });
  }

  const nextRow = () => store.get().sending?.find(({ stage }) => stage === "waiting");
  /** Else it was cancelled. */
  const isListed = (id: number) => store.get().sending?.some((row) => row.id === id) ?? false;

  function send({ id, row, isPrivate }: SendingRow) {
    const content = contentOf(row, isPrivate);
    if (content === undefined) throw new Error("Only complete rows are sent");
    const controller = new AbortController();
    current = { id, controller };
    return uploadSong(row.progress, content, transfers, controller.signal, (stage, share) =>
      dispatch({ type: "row-progressed", id, stage, share }),
    );
  }

  function cancel(id?: number): readonly SendingRow[] {
    const given = (store.get().sending ?? []).filter((row) => row.id === (id ?? row.id) && row.stage !== "done");
    if (given.some((row) => row.id === current?.id)) current?.controller.abort();
    dispatch({ type: "rows-cancelled", ids: given.map((row) => row.id) });
    return given;
  }

  return { get: store.get, subscribe: store.subscribe, dispatch, chooseFiles, submit, cancel };
}

/** A set of running promises that can be awaited together. */
function createPending() {
  const pending = new Set<Promise<void>>();
  return {
    add(work: Promise<void>): void {
      pending.add(work);
      void work.finally(() => pending.delete(work));
    },
    all: () => Promise.all(pending),
  };
}
