/** The error of every failed call to the server. */
import type { Problem } from "../../contract/problems.ts";
import { networkSentence } from "../../contract/rules/network-sentence.ts";

interface Details {
  status?: number | undefined;
  problem?: Problem | undefined;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

const passingCodes: ReadonlySet<string> = new Set(["unavailable", "too-many-requests", "disk-full", "internal"]);

/**
 * `code` is the problem's stable code; `network` if our server did not respond (no connection, timeout, a captive portal),
 * `aborted` if the caller aborted, `file-gone` if a file to send was not what had been chosen. `status` is absent for these.
 */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number | undefined;
  readonly problem: Problem | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(code: string, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = "ApiError";
    this.code = code;
    this.status = details.status;
    this.problem = details.problem;
    this.retryAfterMs = details.retryAfterMs;
  }

  get isNetwork(): boolean {
    return this.code === "network";
  }

  /** The server answered that it will not do this, now or later. */
  get isRefusal(): boolean {
    const { status = 0 } = this;
    return status >= 400 && status < 500 && status !== 408 && status !== 429;
  }

  /** There is no such thing, or none that this user may see. */
  get isNotFound(): boolean {
    return this.code === "not-found";
  }

  /** The same call may succeed later: there was no answer, or one that says so. An external host has its own 420. */
  get isPassing(): boolean {
    const { status = 0 } = this;
    return this.isNetwork || status === 408 || status === 429 || status >= 500 || passingCodes.has(this.code);
  }
}

/** Our server did not respond. */
export const unreachable = (cause?: unknown) => new ApiError("network", networkSentence, { cause });

export const fileGoneSentence = "This file was changed or moved after it was chosen. Choose it again";

/** A chosen file was moved or changed before it was sent. */
export const fileGone = () => new ApiError("file-gone", fileGoneSentence);

/** Parses a Retry-After header (seconds or a date) to milliseconds; undefined if absent or invalid (RFC 9110 10.2.3). */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}
