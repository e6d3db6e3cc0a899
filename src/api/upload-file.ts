/**
 * Uploads a file in the format of Cloudinary's unsigned upload. Uses XMLHttpRequest, because fetch reports no upload
 * progress. A large file goes in parts and resumes after the last part that arrived (specification 15.26, 17.29), which
 * server/media/upload-part.ts takes.
 */
import * as v from "valibot";
import type { UploadTarget } from "../../contract/config.ts";
import { Upload, UploadError, UploadPart } from "../../contract/media.ts";
import { Problem, type problems } from "../../contract/problems.ts";
import { canReadFile } from "../lib/can-read-file.ts";
import { orAborted } from "../lib/or-aborted.ts";
import { ApiError, fileGone, retryAfter, unreachable } from "./api-error.ts";
import type { UploadSource } from "./upload-source.ts";

interface UploadInput {
  /** From the site's configuration, with an absolute URL. */
  target: UploadTarget;
  kind: "image" | "video";
  file: UploadSource;
  /** Lets a large file go in parts where the target takes them; without it a file goes whole. */
  parts?: ResumableUpload | undefined;
  /** Returns an ID token, or a new one if `fresh`; called only if the target requires one. */
  token: (fresh: boolean) => Promise<string | null>;
  /** Returns form fields that assign the file to the caller; called only for an external host. */
  announce: () => Promise<Record<string, string>>;
  /** Called with the share of sent bytes, 0 to 1; at 1 the server inspects the file. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** How far a file has come that goes in parts: where it resumes. */
export interface ResumableUpload {
  /** Names the file for the server: 16 to 64 letters, digits, `-` and `_`. */
  id: string;
  /** Bytes that have arrived. */
  sent: number;
  /** Called after each part that has arrived, and when all must be sent again. */
  onSent(bytes: number): Promise<void>;
}

/** Without progress for this long the connection counts as dead; milliseconds. */
const stalledMs = 60_000;
/**
 * Longest inspection of a complete upload, which may queue behind others; milliseconds. Generous, because the user sees
 * the state and can cancel (specification 15.22).
 */
const answerMs = 600_000;

/** Throws ApiError: `aborted`, `network`, `file-gone`, or the server's error. */
export async function uploadFile(input: UploadInput): Promise<Upload> {
  const { target, file, parts } = input;
  const { partBytes = Number.POSITIVE_INFINITY } = target;
  if (parts === undefined || file.size <= partBytes) return parse(Upload, await sendBytes(input));
  return sendParts(input, parts, partBytes).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== "upload-not-found") throw error;
    // The server keeps parts for a day.
    await parts.onSent(0);
    return sendParts(input, { ...parts, sent: 0 }, partBytes);
  });
}

async function sendParts(
  input: UploadInput,
  { id, sent, onSent }: ResumableUpload,
  partBytes: number,
): Promise<Upload> {
  const { size } = input.file;
  for (let start = sent; ; start += partBytes) {
    const end = Math.min(start + partBytes, size);
    const reply = await sendBytes(input, { id, start, end });
    if (end === size) return parse(Upload, reply);
    parse(UploadPart, reply);
    await onSent(end);
  }
}

interface PartRange {
  id: string;
  start: number;
  end: number;
}

/** Sends the file, or a part of it. Returns the reply's JSON. */
async function sendBytes(input: UploadInput, range?: PartRange): Promise<unknown> {
  const { start, end } = range ?? { start: 0, end: input.file.size };
  const bytes = await unlessAborted(input, input.file.slice(start, end));
  try {
    if (input.target.auth === "none") {
      const fields = await unlessAborted(input, input.announce());
      return read(await send(input, formOf(input, bytes, fields), null), outsideCodeOf);
    }
    const form = formOf(input, bytes, {});
    const first = await send(input, form, await unlessAborted(input, input.token(false)), range);
    if (first.status !== 401) return read(first, codeOf);
    // An expired or revoked token: refresh once, then accept the response.
    return read(await send(input, form, await unlessAborted(input, input.token(true)), range), codeOf);
  } catch (error) {
    // The browser names no reason.
    const isGone = error instanceof ApiError && error.isNetwork && !(await canReadFile(bytes));
    if (input.signal?.aborted) throw aborted();
    throw isGone ? fileGone() : error;
  }
}

/** What an upload needs before it is sent may take long, and knows nothing of a cancel. */
const unlessAborted = <T>({ signal }: UploadInput, work: Promise<T>): Promise<T> =>
  signal === undefined
    ? work
    : orAborted(work, signal).catch((error: unknown) => {
        throw signal.aborted ? aborted() : error;
      });

function send(
  { target, file, signal, onProgress }: UploadInput,
  form: FormData,
  token: string | null,
  range?: PartRange,
): Promise<XMLHttpRequest> {
  const { start, end } = range ?? { start: 0, end: file.size };
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const giveUpAfter = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), ms);
    };
    const stop = () => request.abort();
    const finish = (run: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      run();
    };
    if (signal?.aborted) return reject(aborted());

    request.open("POST", target.url);
    request.setRequestHeader("accept", "application/json");
    if (token !== null) request.setRequestHeader("authorization", `Bearer ${token}`);
    if (range !== undefined) {
      request.setRequestHeader("x-unique-upload-id", range.id);
      request.setRequestHeader("content-range", `bytes ${start}-${end - 1}/${file.size}`);
    }
    /** @param share of these bytes */
    const report = (share: number) => onProgress?.(file.size > 0 ? (start + share * (end - start)) / file.size : share);
    request.upload.onprogress = (event) => {
      giveUpAfter(stalledMs);
      if (event.lengthComputable && event.total > 0) report(event.loaded / event.total);
    };
    request.upload.onload = () => {
      // A part before the last is not inspected.
      giveUpAfter(end === file.size ? answerMs : stalledMs);
      report(1);
    };
    request.onload = () => finish(() => resolve(request));
    request.onerror = () => finish(() => reject(unreachable()));
    request.onabort = () => finish(() => reject(signal?.aborted ? aborted() : unreachable()));
    signal?.addEventListener("abort", stop);
    giveUpAfter(stalledMs);
    request.send(form);
  });
}

/** Puts the file last, so that a streaming server has read the other fields before it. */
function formOf({ target, kind, file }: UploadInput, bytes: Blob, fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("upload_preset", target.preset);
  form.set("resource_type", kind);
  form.set("cloud_name", target.cloudName);
  form.set("file", bytes, file.name);
  return form;
}

function read(request: XMLHttpRequest, codeFor: (status: number) => string): unknown {
  const { status } = request;
  const json = parseJson(request.responseText);
  if (status >= 200 && status < 300 && json !== undefined) return json;
  const details = {
    status,
    retryAfterMs: retryAfter(request.getResponseHeader("retry-after"), Date.now()),
  };
  const problem = v.safeParse(Problem, json);
  if (problem.success)
    throw new ApiError(problem.output.code, problem.output.detail ?? problem.output.title, {
      ...details,
      problem: problem.output,
    });
  const refusal = v.safeParse(UploadError, json);
  if (refusal.success) {
    const { code = codeFor(status), message } = refusal.output.error;
    throw new ApiError(code, message, details);
  }
  // Any other format comes from a gateway or a captive portal.
  if (status >= 500) throw new ApiError("unavailable", unavailable, details);
  throw status === 413 ? new ApiError("too-large", tooLarge, details) : unreachable();
}

/** The server's own sentences: the page does not load the table of all. */
const unavailable: (typeof problems)["unavailable"][1] = "The server cannot answer right now. Try again in a moment";
const tooLarge: (typeof problems)["too-large"][1] = "The file is too large";

function parse<T>(schema: v.GenericSchema<unknown, T>, reply: unknown): T {
  const parsed = v.safeParse(schema, reply);
  if (!parsed.success) throw new ApiError("invalid-reply", "The server's answer was not understood", { status: 200 });
  return parsed.output;
}

/** Cloudinary's errors have a message but no code. */
function codeOf(status: number): string {
  switch (status) {
    case 401:
    case 403:
      return "unauthenticated";
    case 413:
      return "too-large";
    case 415:
      return "unsupported-media";
    case 429:
      return "too-many-requests";
    case 507:
      return "disk-full";
    default:
      return status >= 500 ? "unavailable" : "refused";
  }
}

/** An external host knows no sign-in, and uses 420 for rate limiting. */
function outsideCodeOf(status: number): string {
  if (status === 401 || status === 403) return "refused";
  return status === 420 ? "too-many-requests" : codeOf(status);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON: the status alone decides.
    return undefined;
  }
}

const aborted = () => new ApiError("aborted", "The upload was cancelled");
