/** Logs as JSON lines that carry no token, signature, email or query string (specification 21.6). */
import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyLoggerOptions } from "fastify";
import { faultOf, framesOf } from "../db/sql-state.ts";

// Texts come from strangers: each pattern is tried once at the beginning of a word, or a long path would hold everybody.
const words = /[^\s"'()<>,;:=]+/g;
/** Within a word, however often the sign is escaped. */
const emailSign = /.([@\uff20\ufe6b]|%(25)*40)./i;
const tokens = /(?<![\w-])[\w-]{16,}\.[\w-]{16,}\.[\w-]{16,}/g;
/** Codes, keys and signatures: long, with a digit, and no part of a path. */
const codes = /(?<![\w/-])(?=[\w-]*\d)[\w-]{20,}/g;

/** Text of an error without what errors like to quote. */
export const redact = (text: string) =>
  text
    .replace(tokens, "[token]")
    .replace(words, (word) => (emailSign.test(word) ? "[email]" : word))
    .replace(codes, "[code]");

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
      err: describeError,
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: pathOf(request.url),
      }),
    },
  };
}

/** Only these members go out; of an engine's error no text, since it quotes the values of the statement. */
function describeError(error: Error & { code?: unknown }) {
  const fault = faultOf(error);
  if (fault) return { type: error.name, ...fault, message: "A statement failed", stack: framesOf(error) };
  return {
    type: error.name,
    code: typeof error.code === "string" ? error.code : undefined,
    message: redact(String(error.message)),
    stack: redact(String(error.stack)),
  };
}

/** Longer than any path of ours. */
const longestPath = 500;

const pathOf = (url: string) => redact(decodeForLog(url.replace(/\?.*$/s, ""))).slice(0, longestPath);

/** A path as a person reads it, so that what is escaped, once or twice, is found too. */
function decodeForLog(path: string): string {
  for (let round = 0; round < decodedAtMost; round++) {
    const decoded = path.replace(/(?:%[0-9a-f]{2})+/gi, decodeRun);
    if (decoded === path) break;
    path = decoded;
  }
  return path;
}

/** Nobody's client escapes as often; `redact` knows the sign of an email at any depth. */
const decodedAtMost = 8;

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    // No UTF-8: what is plain in it is read all the same.
    return run.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
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
