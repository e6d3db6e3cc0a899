/** Logs JSON lines without tokens, signatures, emails or query strings (specification 21.6). */
import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyLoggerOptions } from "fastify";
import { faultOf, framesOf } from "../db/sql-state.ts";

// Strangers choose these texts: each pattern starts only at a word boundary, so long paths cannot block the server.
const words = /[^\s"'()<>,;:=]+/g;
/** An at sign within a word, percent-encoded any number of times. */
const emailSign = /.([@\uff20\ufe6b]|%(25)*40)./i;
const tokens = /(?<![\w-])[\w-]{16,}\.[\w-]{16,}\.[\w-]{16,}/g;
/** Codes, keys and signatures: long, with a digit, not after a slash. */
const codes = /(?<![\w/-])(?=[\w-]*\d)[\w-]{20,}/g;

/** Removes personal data and secrets from an error's text. */
const redact = (text: string) =>
  text
    .replace(tokens, "[token]")
    .replace(words, (word) => (emailSign.test(word) ? "[email]" : word))
    .replace(codes, "[code]");

export interface LogStream {
  write(line: string): void;
}

/** Options for Fastify's logger that strip the extra members of requests and errors. */
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

/** Logs only these members. A database error's message is left out: it quotes the statement's values. */
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

/** Longer than any path that the server serves. */
const maxPathLength = 500;

const pathOf = (url: string) => redact(decodeForLog(url.replace(/\?.*$/s, ""))).slice(0, maxPathLength);

/** Percent-decodes a path repeatedly, so that `redact` also finds encoded emails. */
function decodeForLog(path: string): string {
  for (let round = 0; round < maxDecodings; round++) {
    const decoded = path.replace(/(?:%[0-9a-f]{2})+/gi, decodeRun);
    if (decoded === path) break;
    path = decoded;
  }
  return path;
}

/** No client encodes more often; `redact` finds an encoded at sign at any depth anyway. */
const maxDecodings = 8;

function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    // Not UTF-8: decode at least the ASCII characters.
    return run.replace(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
}

/** Random, so that a request id in a report names exactly one request. */
export const newRequestId = () => randomUUID();

export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    // Not logged: a player requests a song in a hundred ranges, and a page one cover per row.
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
