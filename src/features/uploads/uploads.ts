/**
 * The uploads of an account: runs what the state's changes need. Outside React, because dialog and batch outlive the
 * screen (specification 3.2.3, 3.2.5, 4.10). `upload-batch.ts` sends what is submitted.
 */
import { createStore, type ReadableStore } from "../../lib/store.ts";
import type { Transfers } from "./transfers.ts";
import { type BatchEnd, createBatch } from "./upload-batch.ts";
import {
  hasChanged,
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
  /**
   * Sends the dialog's rows, after those that are being sent; without a network the device keeps them until there is one.
   * Shows their errors and returns false if there are any.
   */
  submit(): Promise<boolean>;
  /** Cancels one row of the batch, or all. Returns them for the action `rows-restored`. */
  cancel(id?: number): readonly SendingRow[];
}

export function createUploads(transfers: Transfers, onEnd: (end: BatchEnd) => void): Uploads {
  const store = createStore(initialState);
  const { shelf } = transfers;
  const set = (action: UploadAction) => store.set(reduceUploads(store.get(), action));
  const inspections = createPending();
  const batch = createBatch({ get: store.get, set, transfers, onEnd });
  const { storeRow, dropCopies } = batch;

  function chooseFiles(files: readonly File[], id?: number): void {
    const before = new Set(store.get().rows.map(({ file }) => file));
    set({ type: "files-chosen", files, limits: transfers.limits(), ...(id !== undefined && { id }) });
    const all = store.get().rows.flatMap(({ file }) => file ?? []);
    for (const [index, file] of all.entries())
      if (!before.has(file)) {
        // Of two that come together the later one is asked about.
        const others = all.filter((one, at) => at < index || (at > index && before.has(one)));
        inspections.add(inspect(file, others));
      }
  }

  /**
   * Waits for what may stop a submit, not for the tags.
   * @param others with which it is compared
   */
  async function inspect(file: File, others: readonly File[]): Promise<void> {
    void transfers.readTags(file).then((found) => set({ type: "tags-read", file, ...found }));
    const probed = transfers.probe(file).then((playback) => set({ type: "file-examined", file, found: { playback } }));
    const duplicates = await transfers.findDuplicates(file, others);
    if (duplicates.title ?? duplicates.twin) set({ type: "file-examined", file, found: { duplicates } });
    await probed;
  }

  async function submit(): Promise<boolean> {
    if (store.get().checking) return false;
    const pressed: Files = new Map(store.get().rows.map(({ id, file }) => [id, file]));
    set({ type: "check-started" });
    await Promise.all([inspections.all(), findGone()]);
    if (!isReady(store.get())) {
      set({ type: "check-failed" });
      return false;
    }
    const isReached = await transfers.reach();
    const isTaken = await shelf.whileStoring(() => keep(isReached, pressed));
    if (isTaken && isReached) batch.start();
    return isTaken;
  }

  /**
   * Puts the dialog's rows onto the device, and ends the dialog with them. Returns false if it stays.
   * @param pressed what "Upload" was pressed for
   */
  async function keep(isReached: boolean, pressed: Files): Promise<boolean> {
    // Before anything is sent: neither a reload nor a cut line may cost a file.
    const { areAll, former } = await storeRows();
    const { rows, open } = store.get();
    // The user has closed or changed the form meanwhile; or files have joined it, which nobody has seen there.
    const isStale = !open || !isReady(store.get()) || rows.some(({ id, file }) => pressed.get(id) !== file);
    const hasNoRoom = !isReached && !areAll;
    if (isStale || hasNoRoom) {
      await bringBack(former);
      set({ type: isStale ? "check-ended" : "no-room" });
      return false;
    }
    // At once: what the user does from now on is for the next ones.
    set({ type: isReached ? "batch-started" : "batch-kept" });
    // What found no room beside its former copy goes into that one's.
    for (const storedId of former.values()) await shelf.drop(storedId);
    if (isReached) return true;
    for (const { storedId } of rows) if (storedId !== undefined) shelf.release(storedId);
    onEnd({ saved: 0, kept: rows.length, failed: 0, earlier: [] });
    return true;
  }

  /** A file that was changed or moved since can be neither kept nor sent. */
  async function findGone(): Promise<void> {
    const files = store.get().rows.flatMap(({ file, cover }) => [file, cover].filter((one) => one !== null));
    const gone = await Promise.all(files.map(async (file) => ((await transfers.canRead(file)) ? [] : file)));
    set({ type: "files-gone", files: new Set(gone.flat()) });
  }

  /**
   * Puts the dialog's rows onto the device as they are by then, beside the copies of refused ones that lie there: those are
   * all that a reload would find if this comes to nothing.
   */
  async function storeRows(): Promise<{ areAll: boolean; former: Former }> {
    const former: Former = new Map();
    for (const { id, storedId } of store.get().rows) if (storedId !== undefined) former.set(id, storedId);
    for (;;) {
      const before = store.get();
      let areAll = true;
      for (const [count, row] of before.rows.entries()) {
        set({ type: "rows-kept", count });
        if (row.storedId !== undefined && row.storedId !== former.get(row.id)) await shelf.drop(row.storedId);
        if ((await storeRow(row, before.isPrivate)) === undefined) areAll = false;
      }
      if (!hasChanged(before, store.get())) return { areAll, former };
    }
  }

  /** Drops what was stored since, and what belongs to no row any more. */
  async function bringBack(former: Former): Promise<void> {
    const { rows } = store.get();
    for (const { id, storedId } of rows) {
      if (storedId !== undefined && storedId !== former.get(id)) await shelf.drop(storedId);
      set({ type: "row-stored", id, storedId: former.get(id) });
    }
    for (const [id, storedId] of former) if (!rows.some((row) => row.id === id)) await shelf.drop(storedId);
  }

  function dispatch(action: UploadAction): void {
    if (action.type === "discarded") dropCopies(store.get().rows);
    if (action.type === "row-removed") dropCopies(store.get().rows.filter(({ id }) => id === action.id));
    set(action);
  }

  return { get: store.get, subscribe: store.subscribe, dispatch, chooseFiles, submit, cancel: batch.cancel };
}

/** By row. */
type Files = ReadonlyMap<number, File | null>;

/** The copies on the device that rows had before, by row. */
type Former = Map<number, string>;

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
