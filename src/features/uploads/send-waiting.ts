/**
 * Sends the songs that wait on the device: at the start, when the server is reached again, and when asked to (specification
 * 17.29). What a batch of this page sends is left to it.
 */
import { ApiError } from "../../api/api-error.ts";
import type { App } from "../../app/app-context.ts";
import { readUpload, readUploads, sweepUploads, takeUploadsBack } from "../../db/upload-rows.ts";
import type { Account } from "../../sync/account-session.ts";
import { backoff } from "../../sync/backoff.ts";
import { heldBack, maxHeldBack, maxPatience } from "../../sync/held-back.ts";
import { uploadClaims } from "../../sync/upload-claims.ts";
import { texts } from "../../texts/texts.ts";
import { readStoredUid } from "../auth/session.ts";
import { isNoted } from "../auth/stored-sign-outs.ts";
import { appTransfers } from "./app-transfers.ts";
import { passesLater, stopsBatch } from "./batch-errors.ts";
import { sendStored } from "./send-stored.ts";
import { batchesOf, pauseLeft, pauseUploads } from "./upload-shelf.ts";

/** `flush`: the user wants it now; `kick`: it may be possible. */
type Reason = "flush" | "kick";

/** Nothing was asked of the server. An `ApiError`, as one that passes later leaves the song as it waits. */
const paused = new ApiError("too-many-requests", "Paused", { status: 429 });

/** Between two looks for leftovers. */
const hourMs = 60 * 60 * 1000;

/** Whether nobody signs out, in whatever tab. */
const isIn = ({ uid }: Account) => readStoredUid() === uid && !isNoted(uid);

/** Returns a function that stops it. */
export function sendWaiting(app: App, account: Account, transfers = appTransfers(app, account)): () => void {
  const { db } = account;
  const claims = uploadClaims(account);
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  /** By song: see `countLosses`. */
  const losses = new Map<string, { count: number; progress: string | undefined }>();
  let running: Promise<void> | undefined;
  /** What somebody asked for during a run, which may have passed over what is meant. */
  let askedAgain: Reason | undefined;

  async function run(reason: Reason): Promise<void> {
    clearTimeout(timer);
    let saved = 0;
    const tried = new Set<string>();
    for (let id = await nextId(tried); id !== undefined && !stopped.signal.aborted; id = await nextId(tried)) {
      tried.add(id);
      const outcome = await sendOne(id, reason);
      if (outcome === "stop") break;
      if (outcome === "saved") saved += 1;
    }
    if (saved > 0 && app.account() === account) app.toaster.success(texts.uploads.someDone(saved));
  }

  /** The oldest that nobody is sending. */
  async function nextId(tried: ReadonlySet<string>): Promise<string | undefined> {
    const waiting = (await readUploads(db)).filter(({ state }) => state === "waiting");
    return waiting.find(({ id }) => !claims.isClaimed(id) && !tried.has(id))?.id;
  }

  async function sendOne(id: string, reason: Reason): Promise<"saved" | "gone" | "refused" | "later" | "stop"> {
    try {
      // The form that another tab takes it from may still change.
      await transfers.shelf.allStored();
      const sent = await sendStored(id, transfers, { signal: stopped.signal, onTurn: () => checkPause(reason) });
      losses.delete(id);
      if (sent === "discarded") return "gone";
      failures = 0;
      pauseUploads(account, 0);
      return sent === undefined ? "gone" : "saved";
    } catch (error) {
      if (error === paused) {
        startIn(pauseLeft(account));
        return "stop";
      }
      if (!passesLater(error)) {
        losses.delete(id);
        return "refused";
      }
      const lost = await countLosses(id, error);
      if (lost >= maxHeldBack) {
        // A retry begins anew.
        losses.delete(id);
        await transfers.shelf.refuse(id, heldBack);
        return "refused";
      }
      // A dead line shows: the next attempt comes when the server is reached again.
      app.online.check();
      waitLonger(error.retryAfterMs);
      return stopsBatch(error) && lost <= maxPatience ? "stop" : "later";
    }
  }

  /** The server may have asked a batch for a pause while this run stood in line. */
  function checkPause(reason: Reason): void {
    if (!isDue(reason)) throw paused;
  }

  /** How often in a row, without a part that arrived, this song alone has found no network. */
  async function countLosses(id: string, { isNetwork }: ApiError): Promise<number> {
    if (!isNetwork || !(await transfers.isHeldBack(stopped.signal))) return 0;
    const progress = JSON.stringify((await readUpload(db, id))?.song?.progress);
    const before = losses.get(id);
    const count = before?.progress === progress ? before.count + 1 : 1;
    losses.set(id, { count, progress });
    return count;
  }

  /** One timer, for the longest wait of a run. */
  function waitLonger(retryAfterMs?: number): void {
    failures += 1;
    startIn(backoff(failures, Math.random(), retryAfterMs));
  }

  function startIn(ms: number): void {
    clearTimeout(timer);
    if (!stopped.signal.aborted) timer = setTimeout(() => void start("kick"), ms);
  }

  /** One run at a time; for all who ask during one, one more. Resolves once all was tried since the call. */
  function start(reason: Reason): Promise<void> {
    if (running !== undefined && askedAgain !== "flush") askedAgain = reason;
    running ??= runUntilDone(reason);
    return running;
  }

  async function runUntilDone(first: Reason): Promise<void> {
    let reason: Reason | undefined = first;
    do {
      askedAgain = undefined;
      await run(reason).catch((error: unknown) => {
        console.warn("Waiting uploads could not be sent", error);
        waitLonger();
      });
      reason = askedAgain;
    } while (reason !== undefined && isDue(reason) && !stopped.signal.aborted);
    running = undefined;
  }

  /** Whoever presses "Send now" waits for no pause. */
  const isDue = (reason: Reason) => reason === "flush" || pauseLeft(account) === 0;

  async function sendAll(): Promise<void> {
    const batch = batchesOf(account);
    await start("flush");
    if (batch === undefined) return;
    await batch;
    // What the batch has left to us.
    await start("flush");
  }

  async function send(reason: Reason): Promise<void> {
    if (reason === "flush") return sendAll();
    if (!app.online.get()) return;
    if (isDue(reason)) void start(reason);
    else startIn(pauseLeft(account));
  }

  const stopSending = account.sendAlso(send);
  const stopListening = app.online.subscribe(() => void send("kick"));
  const sweep = () => sweepUploads(db, Date.now()).catch((error: unknown) => console.warn(error));
  const sweeping = setInterval(() => void sweep(), hourMs);
  void sweep()
    // A sign-out that has begun meanwhile, here or in another tab, says itself what stays.
    .then(() => takeUploadsBack(db, () => !stopped.signal.aborted && isIn(account)))
    .catch((error: unknown) => console.warn(error));
  void send("kick");
  return () => {
    stopped.abort();
    clearTimeout(timer);
    clearInterval(sweeping);
    stopSending();
    stopListening();
  };
}
