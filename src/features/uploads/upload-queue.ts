/**
 * The state of the upload dialog and its uploads, outside React, because both outlive the screen
 * (specification 3.2.3, 3.2.5, 4.10).
 */
import { createStore, type ReadableStore } from "../../lib/store.ts";
import { texts } from "../../texts/en.ts";
import {
  emptyRow,
  type FieldName,
  isComplete,
  type Row,
  sortFiles,
  type TextFieldName,
  withAllLeft,
  withCover,
  withFile,
  withLeft,
  withPlayback,
  withTags,
  withValue,
} from "./upload-draft.ts";
import type { Playback } from "./probe-file.ts";
import type { ReadTags } from "./read-tags.ts";
import { type BatchDeps, runBatch, type SendingRow, waitingRow } from "./upload-batch.ts";

export interface UploadsState {
  readonly open: boolean;
  /** At least one; a row may have no file yet. */
  readonly rows: readonly Row[];
  readonly isPrivate: boolean;
  /** Files that were left out of the batch. */
  readonly notice: string | undefined;
  /** Why the whole batch could not be sent. */
  readonly problem: string | undefined;
  /** Checks files and connection before an upload. */
  readonly checking: boolean;
  /** The batch in progress. */
  readonly sending: readonly SendingRow[] | undefined;
}

export interface UploadsDeps extends BatchDeps {
  readTags(file: File): Promise<ReadTags>;
  /** Whether this browser plays it; never rejects. */
  probe(file: File): Promise<Playback>;
  /** Whether the server can be reached; probes it if the last call failed. */
  reach(): Promise<boolean>;
  onEnd(end: BatchEnd): void;
  /** Called when uploads start and end, to warn before the page is closed. */
  onSending(isSending: boolean): void;
}

/** The result of a batch. */
export interface BatchEnd {
  saved: number;
  /** Rows that are back in the dialog. */
  failed: number;
  /** Titles that an earlier attempt had already saved. */
  earlier: string[];
}

export interface Uploads extends ReadableStore<UploadsState> {
  open(): void;
  /** Closes the dialog and keeps its content. */
  close(): void;
  /** Closes the dialog and clears its content. */
  discard(): void;
  /** Adds files, into empty rows first, and opens the dialog. */
  addFiles(files: readonly File[]): void;
  /** Replaces a row's file; further files become rows of their own. */
  chooseFiles(id: number, files: readonly File[]): void;
  removeRow(id: number): void;
  change(id: number, name: TextFieldName, value: string): void;
  changeCover(id: number, cover: File | null): void;
  changeGenres(genre: string): void;
  changePrivate(isPrivate: boolean): void;
  leave(id: number, name: FieldName): void;
  /** Uploads all rows; or shows their errors and returns false. */
  submit(): Promise<boolean>;
  /** Cancels one row of the batch, or all. Returns the rows for `restore`. */
  cancel(id?: number): readonly Row[];
  /** Restores cancelled rows, to the batch while it runs, else to the dialog. */
  restore(rows: readonly Row[]): void;
}

const untouched = { open: false, isPrivate: true, notice: undefined, problem: undefined };
const closed: Omit<UploadsState, "rows"> = { ...untouched, checking: false, sending: undefined };

/** Reads a chosen file's tags and probes its playback. Waits for the probe only. */
async function inspectFile(
  { readTags, probe }: UploadsDeps,
  file: File,
  patch: (change: (row: Row) => Row) => void,
): Promise<void> {
  // Another file may have been chosen meanwhile.
  const patchIfSame = (change: (row: Row) => Row) => patch((row) => (row.file === file ? change(row) : row));
  void readTags(file).then(({ fields, cover }) => patchIfSame((row) => withTags(row, fields, cover)));
  const playback = await probe(file);
  patchIfSame((row) => withPlayback(row, playback));
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

export function createUploads(deps: UploadsDeps): Uploads {
  let lastId = 1;
  const store = createStore<UploadsState>({ ...closed, rows: [emptyRow(lastId)] });
  const controllers = new Map<number, AbortController>();
  const probes = createPending();
  /** The batch in progress; `restore` may add rows. */
  let batch: Row[] = [];

  const patch = (change: Partial<UploadsState>) => store.set({ ...store.get(), ...change });
  const patchRow = (id: number, change: (row: Row) => Row) =>
    patch({ rows: store.get().rows.map((row) => (row.id === id ? change(row) : row)) });
  const patchSending = (id: number, change: Partial<SendingRow>) =>
    patch({
      sending: store.get().sending?.map((row) => (row.id === id ? { ...row, ...change } : row)),
    });
  const newRow = () => emptyRow(++lastId);

  function fill(id: number, file: File): void {
    patchRow(id, (row) => withFile(row, file));
    probes.add(inspectFile(deps, file, (change) => patchRow(id, change)));
  }

  const filesBut = (id?: number) => store.get().rows.flatMap((row) => (row.id !== id && row.file ? row.file : []));

  function addFiles(chosen: readonly File[]): void {
    const { files, notice } = sortFiles(chosen, filesBut());
    patch({ open: true, notice, problem: undefined });
    for (const file of files) {
      let row = store.get().rows.find((one) => one.file === null);
      if (row === undefined) {
        row = newRow();
        patch({ rows: [...store.get().rows, row] });
      }
      fill(row.id, file);
    }
  }

  async function run(rows: readonly Row[], isPrivate: boolean): Promise<void> {
    deps.onSending(true);
    const { failed, ...end } = await runBatch(deps, rows, isPrivate, {
      signalOf: (id) => controllers.get(id)?.signal,
      onChange: patchSending,
    });
    controllers.clear();
    deps.onSending(false);
    const isFailed = failed.length > 0;
    patch({
      sending: undefined,
      open: isFailed,
      rows: isFailed ? failed : [newRow()],
      isPrivate: isFailed ? isPrivate : true,
    });
    deps.onEnd({ ...end, failed: failed.length });
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    open: () => patch({ open: true, problem: undefined }),
    close: () => patch({ open: false, notice: undefined }),
    discard: () => patch({ ...untouched, rows: [newRow()] }),
    addFiles,
    chooseFiles(id, chosen) {
      const [first, ...more] = chosen;
      if (first === undefined) return;
      const { files, notice } = sortFiles(chosen, filesBut(id));
      patch({ notice, problem: undefined });
      if (files.includes(first)) fill(id, first);
      const rest = more.filter((file) => files.includes(file));
      if (rest.length > 0) {
        addFiles(rest);
        patch({ notice });
      }
    },
    removeRow(id) {
      const rows = store.get().rows.filter((row) => row.id !== id);
      patch({ rows: rows.length > 0 ? rows : [newRow()], notice: undefined });
    },
    change: (id, name, value) => patchRow(id, (row) => withValue(row, name, value)),
    changeCover: (id, cover) => patchRow(id, (row) => withCover(row, cover)),
    changeGenres: (genre) => patch({ rows: store.get().rows.map((row) => withValue(row, "genre", genre)) }),
    changePrivate: (isPrivate) => patch({ isPrivate }),
    leave: (id, name) => patchRow(id, (row) => withLeft(row, name)),
    async submit() {
      if (store.get().sending !== undefined || store.get().checking) return false;
      patch({ checking: true, problem: undefined });
      await probes.all();
      if (!store.get().rows.every(isComplete)) {
        patch({ checking: false, rows: store.get().rows.map(withAllLeft) });
        return false;
      }
      const isReached = await deps.reach();
      patch({ checking: false });
      const { rows, isPrivate, open } = store.get();
      // The user has closed or changed the form meanwhile.
      if (!open || !rows.every(isComplete)) return false;
      if (!isReached) {
        patch({ problem: texts.uploads.needsNetwork });
        return false;
      }
      batch = [...rows];
      for (const row of rows) controllers.set(row.id, new AbortController());
      patch({ open: false, notice: undefined, sending: rows.map(waitingRow) });
      void run(batch, isPrivate);
      return true;
    },
    cancel(id) {
      const { sending = [] } = store.get();
      const given = sending.filter((row) => row.id === (id ?? row.id) && row.stage !== "done");
      for (const row of given) controllers.get(row.id)?.abort();
      patch({ sending: sending.filter((row) => !given.includes(row)) });
      return batch.filter((row) => given.some((one) => one.id === row.id));
    },
    restore(rows) {
      const { sending } = store.get();
      if (sending === undefined) {
        // Drops empty rows.
        const present = store.get().rows.filter((row) => row.file !== null);
        return patch({ open: true, rows: [...present, ...rows] });
      }
      // Under new ids, because the batch skips the cancelled ones.
      const again = rows.map((row) => ({ ...row, id: ++lastId }));
      for (const row of again) controllers.set(row.id, new AbortController());
      batch.push(...again);
      patch({ sending: [...sending, ...again.map(waitingRow)] });
    },
  };
}
