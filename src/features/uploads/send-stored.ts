/** Sends a song that lies on the device, in its turn over all tabs (specification 17.29). */
import type { UploadProgress } from "../../db/upload-rows.ts";
import { passesLater, refusalOf } from "./batch-errors.ts";
import type { Transfers } from "./transfers.ts";
import { type Sent, type Stage, uploadSong } from "./upload-song.ts";

interface StoredRun {
  signal: AbortSignal;
  onStage?: (stage: Stage, share: number) => void;
  /** Takes the place of what the device has noted. */
  progress?: UploadProgress;
}

/**
 * Returns undefined when it is not to be sent any more: another tab has sent it, or the user has given it up. Throws the
 * error of `uploadSong`; a song that the server refuses then waits for the user.
 */
export const sendStored = (id: string, transfers: Transfers, run: StoredRun): Promise<Sent | undefined> =>
  transfers.shelf.inTurn(async () => {
    const { shelf } = transfers;
    const stored = await shelf.open(id);
    if (stored === undefined) return undefined;
    const { progress = stored.progress, signal, onStage = () => {} } = run;
    const note = () => shelf.note(id, progress);
    try {
      const sent = await uploadSong(progress, stored, { ...transfers, note }, signal, onStage);
      await shelf.drop(id);
      return sent;
    } catch (error) {
      if (!passesLater(error)) await shelf.refuse(id, refusalOf(error));
      throw error;
    }
  });
