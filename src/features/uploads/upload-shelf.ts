/** The songs on the device that the server does not have yet (specification 17.29), as uploads use them. */
import { ApiError } from "../../api/api-error.ts";
import type { UploadSource } from "../../api/upload-source.ts";
import type { AccountDatabase } from "../../db/database.ts";
import {
  isDiscarded,
  LostFileError,
  markUploadRefused,
  noteProgress,
  readPiece,
  readUpload,
  removeUpload,
  storeUpload,
} from "../../db/upload-rows.ts";
import type { Account } from "../../sync/account-session.ts";
import { longestWaitMs } from "../../sync/backoff.ts";
import { uploadClaims } from "../../sync/upload-claims.ts";
import { lock } from "../../sync/web-lock.ts";
import type { UploadShelf } from "./transfers.ts";

/** When the pause ends that the server has named, to a batch or to the sender of what waits; by a clock that nobody sets. */
const pauseEnds = new WeakMap<Account, number>();

/** How long the pause still is; milliseconds. */
export const pauseLeft = (account: Account): number => Math.max(0, (pauseEnds.get(account) ?? 0) - performance.now());

/** Begins a pause in place of the one that there is; 0 ends it. */
export const pauseUploads = (account: Account, ms: number): void =>
  void pauseEnds.set(account, performance.now() + Math.min(ms, longestWaitMs));

/** The batches of this page that are running. */
const batches = new WeakMap<Account, Set<Promise<void>>>();

/** Resolves once the batches of this page have ended; undefined while there is none. */
export function batchesOf(account: Account): Promise<unknown> | undefined {
  const running = batches.get(account);
  return running?.size ? Promise.all(running) : undefined;
}

export function shelfOf(account: Account): UploadShelf {
  const { db, uid } = account;
  const claims = uploadClaims(account);
  const storingLock = `offbeat-storing-${uid}`;
  // The upload goes on from memory; what the device lacks shows at the next start.
  const attempt = (work: () => Promise<unknown>) =>
    work().then(
      () => {},
      (error: unknown) => console.warn("The device's storage failed during an upload", error),
    );
  /** Looks at each change while it is not shown: what is shown may be from before it was stored. */
  const lookWhileUnshown = (id: string, look: () => Promise<unknown>) =>
    account.uploads.subscribe(() => {
      if (account.uploads.get()?.every((upload) => upload.id !== id)) void attempt(look);
    });
  return {
    async store({ file, cover, values, progress }) {
      try {
        return await storeUpload(db, { audio: file, cover }, values, progress, claims.claim);
      } catch (error) {
        console.warn("A song could not be kept on the device", error);
        return undefined;
      }
    },
    drop: (id) => attempt(() => removeUpload(db, id)).finally(() => claims.release(id)),
    pause: (ms) => pauseUploads(account, ms),
    release(id) {
      claims.release(id);
      account.kick();
    },
    note: (id, progress) => attempt(() => noteProgress(db, id, progress)),
    refuse: (id, problem) => attempt(() => markUploadRefused(db, id, problem)).finally(() => claims.end(id)),
    open: (id) => openUpload(db, id),
    whenGone: (id, gone) =>
      lookWhileUnshown(id, async () => (await readUpload(db, id)) ?? gone(await isDiscarded(db, id))),
    async whileStoring(work) {
      let run: ReturnType<typeof work> | undefined;
      const begin = () => (run ??= work());
      // A page that is suspended gives the lock back, and goes on without it.
      await lock(storingLock, begin).catch(() => {});
      return begin();
    },
    allStored: () => lock(storingLock, async () => {}),
    noteBatch(run) {
      const running = batches.get(account) ?? new Set();
      batches.set(account, running.add(run));
      void run.finally(() => running.delete(run));
    },
    inTurn: (work, signal) =>
      lock(`offbeat-uploading-${uid}`, work, signal).catch((error: unknown) => rethrow(error, signal)),
  };
}

function rethrow(error: unknown, { aborted }: AbortSignal): never {
  throw aborted ? new ApiError("aborted", "The upload was cancelled") : error;
}

/** Undefined when it is not there any more, as it was sent or given up. Throws what the server has refused it with. */
async function openUpload(db: AccountDatabase, id: string): ReturnType<UploadShelf["open"]> {
  const upload = await fromStorage(readUpload(db, id));
  if (upload?.song === undefined) return undefined;
  const { problem } = upload.song;
  // To another tab.
  if (upload.state === "attention" && problem !== undefined)
    throw new ApiError(problem.code, problem.title, { status: 400 });
  if (upload.state !== "waiting") return undefined;
  const { audio, cover, values, progress } = upload.song;
  return {
    file: storedFile(db, id, "audio", audio),
    cover: cover && storedFile(db, id, "cover", cover),
    values,
    progress,
  };
}

const storedFile = (
  db: AccountDatabase,
  id: string,
  file: "audio" | "cover",
  facts: Omit<UploadSource, "slice">,
): UploadSource => ({
  ...facts,
  slice: async (start, end) =>
    new Blob(await fromStorage(readPiece(db, id, { file, start, end })), { type: facts.type }),
});

/** A storage that fails once is no refusal of the server: the song waits. */
const fromStorage = <T>(read: Promise<T>): Promise<T> =>
  read.catch((cause: unknown) => {
    throw cause instanceof LostFileError ? cause : new ApiError("storage", "The device's storage failed", { cause });
  });
