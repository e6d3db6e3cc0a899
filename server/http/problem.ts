/** Errors that clients see: thrown anywhere below a route, sent as problem details (RFC 9457). */
import { problems, type ProblemCode } from "../../contract/problems.ts";

interface ProblemOptions {
  /** A sentence for people, in addition to the code's title. */
  detail?: string;
  /** Members that the code needs, such as `errors`. */
  extra?: Record<string, unknown>;
  /** Seconds, for the Retry-After header. */
  retryAfter?: number;
  cause?: unknown;
}

export class HttpProblem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string | undefined;
  readonly extra: Record<string, unknown>;
  readonly retryAfter: number | undefined;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.detail ?? problems[code][1], options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = problems[code][0];
    this.detail = options.detail;
    this.extra = options.extra ?? {};
    this.retryAfter = options.retryAfter;
  }

  /** The response body. */
  toBody(): Record<string, unknown> {
    return {
      ...this.extra,
      status: this.status,
      title: problems[this.code][1],
      ...(this.detail === undefined ? {} : { detail: this.detail }),
      code: this.code,
    };
  }
}
