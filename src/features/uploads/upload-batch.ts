/** Sends the songs of a batch, and keeps them on the device until the server has them (specification 3.2.3, 17.29). */
import { ApiError } from "../../api/api-error.ts";
import { sourceOf } from "../../api/upload-source.ts";
import { passesLater, refusalOf, stopsBatch, uploadProblem } from "./batch-errors.ts";
import { notePause, sendStored } from "./send-stored.ts";
import type { Transfers } from "./transfers.ts";
import { contentOf, type Row } from "./upload-row.ts";
import { type Stage, uploadSong } from "./upload-song.ts";
import type { SendingRow, UploadAction, UploadsState } from "./upload-state.ts";

/** The result of a batch. */
export interface BatchEnd {
  saved: number;
  /** Rows that wait on the device until the server is reached. */
  kept: number;
  /** Rows that are back in the dialog. */
  failed: number;
  /** Titles that an earlier attempt had already saved. */
  earlier: string[];
}

interface BatchDeps {
  get(): UploadsState;
  set(action: UploadAction): void;
  transfers: Transfers;
  onEnd(end: BatchEnd): void;
}

export function createBatch({ get, set, transfers, onEnd }: BatchDeps) {
  const { shelf } = transfers;
  /** Of the row that is being sent. */
  let current: { id: number; controller: AbortController } | undefined;
  let isRunning = false;
  /** By row: ends the watch of one that waits. */
  const watched = new Map<number, () => void>();

  /** Puts a song onto the device, as it is now. Undefined where there is no room for it, and once it was given up. */
  async function storeRow(row: Row, isPrivate: boolean): Promise<string | undefined> {
    const content = contentOf(row, isPrivate);
    // From the beginning: where there are no locks, two tabs may send it.
    row.progress.key ??= transfers.newKey();
    const storedId = content && (await shelf.store({ ...content, progress: row.progress }));
    if (storedId !== undefined && !isPresent(row.id)) {
      // Nobody else knows of this copy: the next start would send it.
      await shelf.drop(storedId);
      return undefined;
    }
    set({ type: "row-stored", id: row.id, storedId });
    return storedId;
  }

  /** Takes songs off the device. */
  function dropCopies(rows: readonly Row[]): void {
    for (const { id, storedId } of rows) {
      if (storedId === undefined) continue;
      void shelf.drop(storedId);
      set({ type: "row-stored", id, storedId: undefined });
    }
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
        if (sent === "discarded") {
          set({ type: "rows-cancelled", ids: [id] });
          continue;
        }
        if (sent !== undefined) saved += 1;
        if (sent?.earlier) earlier.push(sent.song.title);
        set({ type: "row-progressed", id, stage: "done", share: 1 });
      } catch (error) {
        if (stopsBatch(error) && isListed(id)) hopeless = error;
        await endRow(id, error);
      }
    }
    isRunning = false;
    for (const unwatch of watched.values()) unwatch();
    watched.clear();
    const count = (stage: SendingRow["stage"]) => get().sending?.filter((row) => row.stage === stage).length ?? 0;
    const end = { saved, kept: count("kept"), failed: count("failed"), earlier };
    set({ type: "batch-ended" });
    onEnd(end);
  }

  /** A waiting row that is discarded in the list of changes leaves the batch: taken back, it is nobody's. */
  function watchWaiting(): void {
    for (const { id, stage, row } of get().sending ?? []) {
      const { storedId } = row;
      if (stage !== "waiting" || storedId === undefined || watched.has(id)) continue;
      const leave = (isDiscarded: boolean) => {
        if (!isDiscarded || !get().sending?.some((one) => one.id === id && one.stage === "waiting")) return;
        // It may be the next one, which waits for its turn.
        if (current?.id === id) current.controller.abort();
        set({ type: "rows-cancelled", ids: [id] });
        shelf.release(storedId);
      };
      watched.set(id, shelf.whenGone(storedId, leave));
    }
  }

  const nextRow = () => get().sending?.find(({ stage }) => stage === "waiting");
  /** Else it was cancelled. */
  const isListed = (id: number) => get().sending?.some((row) => row.id === id) ?? false;
  /** In the dialog or the batch. */
  const isPresent = (id: number) => isListed(id) || get().rows.some((row) => row.id === id);

  /** What the network has stopped goes up later, from the device; anything else is for the user to decide. */
  async function endRow(id: number, error: unknown): Promise<void> {
    const storedId = get().sending?.find((row) => row.id === id)?.row.storedId;
    if (storedId !== undefined) followCopy({ get, set, transfers }, id, storedId);
    if (storedId !== undefined && passesLater(error)) {
      set({ type: "row-progressed", id, stage: "kept", share: 0 });
      return shelf.release(storedId);
    }
    set({ type: "row-failed", id, problem: uploadProblem(error) });
    if (storedId !== undefined) await shelf.refuse(storedId, refusalOf(error));
  }

  async function send({ id, row, isPrivate }: SendingRow) {
    const controller = new AbortController();
    const { signal } = controller;
    current = { id, controller };
    const { progress } = row;
    const onStage = (stage: Stage, share: number) => set({ type: "row-progressed", id, stage, share });
    const storedId = row.storedId ?? (await storeRow(row, isPrivate));
    if (storedId !== undefined) return sendStored(storedId, transfers, { signal, onStage, progress });
    if (signal.aborted) throw new ApiError("aborted", "The upload was cancelled");
    // The device has no room for it: it goes up from this page alone.
    const content = contentOf(row, isPrivate);
    if (content === undefined) throw new Error("Only complete rows are sent");
    const { file, cover, values } = content;
    const sources = { file: sourceOf(file), cover: cover && sourceOf(cover), values };
    // Not in turn with other tabs: a page that is frozen loses its turn, and with it the only copy.
    const page = { ...transfers, note: async () => {} };
    return uploadSong(progress, sources, page, signal, onStage).catch((error: unknown) => {
      notePause(error, shelf);
      throw error;
    });
  }

  function cancel(id?: number): readonly SendingRow[] {
    const given = (get().sending ?? []).filter((row) => row.id === (id ?? row.id) && row.stage !== "done");
    if (given.some((row) => row.id === current?.id)) current?.controller.abort();
    for (const { row } of given) if (row.storedId !== undefined) void shelf.drop(row.storedId);
    set({ type: "rows-cancelled", ids: given.map((row) => row.id) });
    return given;
  }

  return {
    storeRow,
    dropCopies,
    /** Sends the rows of the state's batch. */
    start(): void {
      watchWaiting();
      if (!isRunning) shelf.noteBatch(run());
    },
    cancel,
  };
}

/** Of a row whose copy is anybody's from now on: once it was sent, or discarded, nothing of it waits or is to be sent here. */
function followCopy({ get, set, transfers }: Omit<BatchDeps, "onEnd">, id: number, storedId: string): void {
  const file = get().sending?.find((row) => row.id === id)?.row.file;
  const unwatch = transfers.shelf.whenGone(storedId, (isDiscarded) => {
    unwatch();
    // Another file may have been chosen in its row since.
    const isOf = (row: Row) => row.id === id && row.storedId === storedId && row.file === file;
    if (get().sending?.some(({ row }) => isOf(row)))
      set(
        isDiscarded ? { type: "rows-cancelled", ids: [id] } : { type: "row-progressed", id, stage: "done", share: 1 },
      );
    if (!get().rows.some(isOf)) return;
    set({ type: "row-removed", id });
    if (get().rows.every(({ file }) => file === null)) set({ type: "closed" });
  });
}
