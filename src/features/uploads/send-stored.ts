/** Sends a song that lies on the device, in its turn over all tabs (specification 17.29). */
import { ApiError } from "../../api/api-error.ts";
import type { UploadProgress } from "../../db/upload-rows.ts";
import { passesLater, refusalOf } from "./batch-errors.ts";
import type { Transfers, UploadShelf } from "./transfers.ts";
import { type Sent, type Stage, uploadSong } from "./upload-song.ts";

interface StoredRun {
  signal: AbortSignal;
  /** Called once its turn has come, for which it may have waited long; an error that it throws is the song's. */
  onTurn?: () => void;
  onStage?: (stage: Stage, share: number) => void;
  /** Brought up to what the device has noted, it goes on with the song. */
  progress?: UploadProgress;
}

/**
 * Returns undefined when it was sent by another tab, or given up; "discarded" when the user gives it up meanwhile, who may
 * still take that back. Throws the error of `uploadSong`; a song that the server refuses then waits for the user.
 */
export const sendStored = (id: string, transfers: Transfers, run: StoredRun): Promise<Sent | "discarded" | undefined> =>
  transfers.shelf.inTurn(async () => {
    const { shelf } = transfers;
    const discarded = new AbortController();
    const unsubscribe = shelf.whenGone(id, () => discarded.abort());
    try {
      run.onTurn?.();
      const stored = await shelf.open(id);
      if (stored === undefined) return undefined;
      const { progress = {}, onStage = () => {} } = run;
      // Another tab may have begun with it.
      Object.assign(progress, stored.progress);
      const signal = AbortSignal.any([run.signal, discarded.signal]);
      const note = () => shelf.note(id, progress);
      const sent = await uploadSong(progress, stored, { ...transfers, note }, signal, onStage);
      await shelf.drop(id);
      return sent;
    } catch (error) {
      if (discarded.signal.aborted) {
        // Taken back, it is nobody's.
        shelf.release(id);
        return "discarded";
      }
      if (!passesLater(error)) await shelf.refuse(id, refusalOf(error));
      // Before the next one has its turn.
      notePause(error, shelf);
      throw error;
    } finally {
      unsubscribe();
    }
  }, run.signal);

/** Has other songs wait as long as the server has asked for. */
export function notePause(error: unknown, shelf: UploadShelf): void {
  if (error instanceof ApiError && error.retryAfterMs !== undefined) shelf.pause(error.retryAfterMs);
}
