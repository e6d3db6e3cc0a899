/** Logs as JSON lines that carry no token, signature, email or query string (specification 21.6). */
import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyLoggerOptions } from "fastify";

const emails = /[^\s"'()<>,;:=]+@[^\s"'()<>,;:=]+/g;
const tokens = /\b[\w-]{16,}\.[\w-]{16,}\.[\w-]{16,}\b/g;
/** Codes, keys and signatures: long, with a digit, and no part of a path. */
const codes = /(?<![\w/-])(?=[\w-]*\d)[\w-]{20,}/g;

/** Text of an error without what engines like to quote in it. */
export const redact = (text: string) =>
  text.replace(tokens, "[token]").replace(emails, "[email]").replace(codes, "[code]");

export interface LogStream {
  write(line: string): void;
}

/** Options for Fastify's logger: one line a request (below), and errors without their extra members. */
export function loggerOptions(
  level: "info" | "warn",
  stream?: LogStream,
): FastifyLoggerOptions & { stream?: LogStream } {
  return {
    level,
    ...(stream ? { stream } : {}),
    serializers: {
      // Engines hang the parameters of a failed statement on their errors; only these members go out.
      err: (error: Error & { code?: unknown }) => ({
        type: error.name,
        code: typeof error.code === "string" ? error.code : undefined,
        message: redact(String(error.message)),
        stack: redact(String(error.stack)),
      }),
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: pathOf(request.url),
      }),
    },
  };
}

const pathOf = (url: string) => redact(decodeForLog(url.replace(/\?.*$/s, "")));

/** A path as a person reads it, so that an escaped email is found too. */
function decodeForLog(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Unguessable, so that a request id in a report names one request of one day. */
export const newRequestId = () => randomUUID();

export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    // A player asks for a song in a hundred parts, and a page for a cover in every row.
    const isPart = request.url.startsWith("/media/") && reply.statusCode < 400;
    if (isPart && request.method !== "POST") return;
    request.log.info(
      {
        method: request.method,
        path: pathOf(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "request",
    );
  });
}
