/** Sends every error as problem details (RFC 9457); a 5xx reveals no internals. */
import type { FastifyError, FastifyInstance, FastifyReply } from "fastify";
import { problemType, type ProblemCode } from "../../contract/problems.ts";
import { sqlState } from "../db/sql-state.ts";
import { DatabaseUnavailable } from "../db/unavailable.ts";
import { QueueFullError } from "../lib/concurrency-limit.ts";
import { HttpProblem } from "./problem.ts";

/** PostgreSQL's `disk_full`. */
const diskFull = "53100";
/** PostgreSQL's `character_not_in_repertoire`: U+0000, which JSON and URLs may contain but a text column may not. */
const invalidCharacter = "22021";

/** Fastify errors with a problem code of their own; every other 4xx of Fastify is a malformed request. */
const frameworkCodes: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "too-large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported-media",
};

const frameworkDetails: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "The request is too large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "This address takes JSON",
};

/** Of a text that the database refuses. */
export const characterSentence = "A text holds a character that cannot be kept";

/** Maps a thrown value to the problem that the client sees. */
export function toProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof QueueFullError) return new HttpProblem("unavailable", { retryAfter: 5, cause: error });
  if (error instanceof DatabaseUnavailable)
    return new HttpProblem("unavailable", {
      retryAfter: error.retryAfter,
      cause: error.cause ?? error,
    });
  if (sqlState(error) === diskFull) return new HttpProblem("disk-full", { cause: error });
  if (sqlState(error) === invalidCharacter)
    return new HttpProblem("invalid-request", {
      detail: characterSentence,
    });
  const { code = "", statusCode = 500 }: Partial<FastifyError> = error instanceof Error ? error : {};
  if (statusCode >= 400 && statusCode < 500) {
    const detail = frameworkDetails[code];
    return new HttpProblem(frameworkCodes[code] ?? "malformed-body", detail === undefined ? {} : { detail });
  }
  return new HttpProblem("internal", { cause: error });
}

export function sendProblem(reply: FastifyReply, problem: HttpProblem): FastifyReply {
  if (problem.retryAfter !== undefined) void reply.header("retry-after", String(problem.retryAfter));
  return reply
    .status(problem.status)
    .header("cache-control", "no-store")
    .type(problemType)
    .send(JSON.stringify(problem.toBody()));
}

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error);
    if (problem.status >= 500) request.log.error({ err: problem.cause ?? error }, "request failed");
    return sendProblem(reply, problem);
  });
}
