/**
 * Calls of the contract over fetch: base, token, timeout, both directions parsed, one ApiError (specification 11).
 * Shared by page and worker.
 */
import * as v from "valibot";
import { type Endpoint, fillPath } from "../../contract/endpoint.ts";
import { Problem, problemType } from "../../contract/problems.ts";
import { ApiError, retryAfter, unreachable } from "./api-error.ts";
import { withTimeout } from "../lib/with-timeout.ts";
import { createEtagCache, type CachedAnswer } from "./etag-cache.ts";

export interface ApiOptions {
  /** Absolute bases; read at every call, since the configuration may arrive after the start. */
  bases: () => { api: string; statistics: string };
  /** Whose calls are made now; undefined while nobody is signed in. */
  caller?: () => string | undefined;
  /**
   * A current ID token, or a new one when `fresh`; null when nobody is signed in. Rejects when it would be the token of
   * somebody else than `uid`, who was signed in when the call began (specification 17.35).
   */
  token: (fresh: boolean, uid: string | undefined) => Promise<string | null>;
  fetch?: typeof fetch;
  /** Told after every call of the API whether the server answered: that is the only proof of being online. */
  onContact?: (reached: boolean) => void;
  /** Told when a call was not made for want of a token, which says nothing about the server. */
  onNoToken?: () => void;
  timeoutMs?: number;
}

type CallInput<E extends Endpoint> = {
  params?: v.InferInput<E["params"]>;
  query?: v.InferInput<E["query"]>;
  body?: v.InferInput<E["body"]>;
  /** Idempotency-Key of a write. */
  key?: string;
  signal?: AbortSignal | undefined;
};

export interface Api {
  /** The parsed answer. Throws ApiError. */
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<v.InferOutput<E["reply"]>>;
}

export function createApi(options: ApiOptions): Api {
  const send = options.fetch ?? ((input, init) => fetch(input, init));
  const { onContact = () => {}, onNoToken = () => {}, timeoutMs = 15_000 } = options;
  const answers = createEtagCache();

  async function attempt(
    endpoint: Endpoint,
    input: CallInput<Endpoint>,
    address: string,
    known: CachedAnswer | undefined,
    token: () => Promise<string | null>,
  ): Promise<Response> {
    const headers: Record<string, string> = { accept: "application/json" };
    if (endpoint.base === "api") {
      const present = await token();
      if (present !== null) headers["authorization"] = `Bearer ${present}`;
    }
    const body = v.parse(endpoint.body, input.body);
    if (body !== undefined) headers["content-type"] = "application/json";
    if (input.key !== undefined) headers["idempotency-key"] = input.key;
    if (known) headers["if-none-match"] = known.tag;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await send(address, {
        method: endpoint.method,
        cache: "no-store",
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
      });
      return response;
    } catch (cause) {
      throw unreachable(cause);
    }
  }

  async function tokenOf(uid: string | undefined, fresh: boolean): Promise<string | null> {
    try {
      // The provider's package may hang on a network that swallows (30 s and more).
      return await withTimeout(timeoutMs, options.token(fresh, uid), unreachable);
    } catch (cause) {
      throw new NoToken("No token", { cause });
    }
  }

  async function read(endpoint: Endpoint, response: Response): Promise<unknown> {
    if (response.status === 204) return undefined;
    const type = response.headers.get("content-type") ?? "";
    // Whoever answers our paths with something else than JSON is a captive portal or a proxy, not our server.
    if (!type.includes("json")) throw notOurs(response.status);
    const json: unknown = await response.json().catch((cause) => {
      throw unreachable(cause);
    });
    if (response.ok) return json;
    if (type.startsWith(problemType)) throw problemError(json, response);
    throw notOurs(response.status);
  }

  async function call(endpoint: Endpoint, input: CallInput<Endpoint> = {}): Promise<unknown> {
    const uid = options.caller?.();
    const address = addressOf(endpoint, input, options.bases()[endpoint.base]);
    const known = endpoint.method === "GET" ? answers.find(uid, address) : undefined;
    // The statistics may be another server's: they say nothing about the one that keeps the music.
    const tellContact = endpoint.base === "api" ? onContact : () => {};
    try {
      let response = await attempt(endpoint, input, address, known, () => tokenOf(uid, false));
      // An expired or revoked token: one refresh, then the answer stands.
      if (response.status === 401 && endpoint.base === "api")
        response = await attempt(endpoint, input, address, known, () => tokenOf(uid, true));
      if (response.status === 304 && known) {
        tellContact(true);
        answers.keep(uid, address, known);
        return known.reply;
      }
      const reply = parseReply(endpoint, await read(endpoint, response));
      tellContact(true);
      const tag = response.headers.get("etag");
      if (endpoint.method === "GET" && tag !== null) answers.keep(uid, address, { tag, reply });
      return reply;
    } catch (error) {
      // Also while the body arrives: it says nothing about the network.
      if (input.signal?.aborted) throw new ApiError("aborted", "The call was given up", { cause: error });
      if (error instanceof NoToken) {
        onNoToken();
        throw error.cause;
      }
      // An answer that was not understood may be of a proxy, or of a newer server: it shows nothing either way.
      if (error instanceof ApiError && error.code !== invalidReply) tellContact(!error.isNetwork);
      throw error;
    }
  }

  // `call` parses by the endpoint's own schemas, which is what the generic signature says.
  return { call: call as Api["call"] };
}

function parseReply(endpoint: Endpoint, json: unknown): unknown {
  const reply = v.safeParse(endpoint.reply, json);
  if (reply.success) return reply.output;
  throw new ApiError(invalidReply, "The server's answer was not understood", {
    cause: reply.issues,
  });
}

const invalidReply = "invalid-reply";

/** No token, hence no call; `cause` is what the caller gets. */
class NoToken extends Error {}

/** A gateway's 5xx page is an answer worth a retry; anything else without our shape is no answer at all. */
const notOurs = (status: number) =>
  status >= 500
    ? new ApiError("unavailable", "The server cannot answer right now. Try again in a moment", {
        status,
      })
    : unreachable();

function problemError(json: unknown, response: Response): ApiError {
  const problem = v.safeParse(Problem, json);
  const retryAfterMs = retryAfter(response.headers.get("retry-after"), Date.now());
  if (!problem.success)
    return new ApiError("unknown", "Something went wrong! Try again", {
      status: response.status,
      retryAfterMs,
    });
  const { code, title, detail } = problem.output;
  return new ApiError(code, detail ?? title, {
    status: response.status,
    problem: problem.output,
    retryAfterMs,
  });
}

function addressOf(endpoint: Endpoint, input: CallInput<Endpoint>, base: string): string {
  const params = v.parse(endpoint.params, input.params ?? {}) as Record<string, unknown>; // schemas of params are objects
  const query = v.parse(endpoint.query, input.query ?? {}) as Record<string, unknown>; // and so are those of queries
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `${base}${fillPath(endpoint.path, params)}${search.size > 0 ? `?${search}` : ""}`;
}
