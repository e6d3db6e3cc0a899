/**
 * Calls the contract's endpoints over fetch: adds base URL and token, applies a timeout, parses requests and responses,
 * and throws only ApiError. Shared by page and worker.
 */
import * as v from "valibot";
import { pageHeader } from "../../contract/change-stream.ts";
import { type Endpoint, fillPath } from "../../contract/endpoint.ts";
import { Problem, type problems, problemType } from "../../contract/problems.ts";
import { ApiError, retryAfter, unreachable } from "./api-error.ts";
import { withTimeout } from "../lib/with-timeout.ts";
import { createEtagCache, type CachedAnswer } from "./etag-cache.ts";

/** As long as a call waits, and what it needs before; milliseconds. */
export const callTimeoutMs = 15_000;

export interface ApiOptions {
  /** Absolute base URLs; read on every call, because the configuration may load later. */
  bases: () => { api: string; statistics: string };
  /** The signed-in user's id; undefined while nobody is signed in. */
  caller?: () => string | undefined;
  /**
   * Returns a current ID token, or a new one if `fresh`; null if nobody is signed in. Rejects if the signed-in user is no
   * longer `uid`, who was signed in when the call began (specification 17.35).
   */
  token: (fresh: boolean, uid: string | undefined) => Promise<string | null>;
  /** A random name of this page; its change stream stays silent about its own writes. */
  page?: string;
  fetch?: typeof fetch;
  /** Called after every API call with whether the server responded: the only proof of being online. */
  onContact?: (reached: boolean) => void;
  /**
   * Called after a failure that proves nothing about the server: without a token no call was made, or another call, which
   * ended since this one began, has reached it.
   */
  onDoubt?: () => void;
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
  /** Returns the parsed response. Throws ApiError. */
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<v.InferOutput<E["reply"]>>;
}

export function createApi(options: ApiOptions): Api {
  const { onContact = () => {}, onDoubt = () => {} } = options;
  const send = createSender(options);
  const answers = createEtagCache();
  /** How many calls have reached the server. */
  let contacts = 0;

  async function call(endpoint: Endpoint, input: CallInput<Endpoint> = {}): Promise<unknown> {
    const uid = options.caller?.();
    const address = addressOf(endpoint, input, options.bases()[endpoint.base]);
    const known = endpoint.method === "GET" ? answers.find(uid, address) : undefined;
    const before = contacts;
    const reportContact = (reached: boolean) => {
      // The statistics service may run on another server, so it proves nothing about the API.
      if (endpoint.base !== "api") return;
      if (reached) contacts += 1;
      // On a line that was lost since, as at the change from one network to another, a call may hang for long.
      if (!reached && contacts > before) onDoubt();
      else onContact(reached);
    };
    try {
      const response = await send(endpoint, input, { address, known, uid });
      if (response.status === 304 && known) {
        reportContact(true);
        answers.keep(uid, address, known);
        return known.reply;
      }
      const reply = parseReply(endpoint, await readBody(response));
      reportContact(true);
      const tag = response.headers.get("etag");
      if (endpoint.method === "GET" && tag !== null) answers.keep(uid, address, { tag, reply });
      return reply;
    } catch (error) {
      // Also while the body is read: an abort proves nothing about the network.
      if (input.signal?.aborted) throw new ApiError("aborted", "The call was given up", { cause: error });
      if (error instanceof NoToken) {
        onDoubt();
        throw error.cause;
      }
      // A response that cannot be parsed may come from a proxy or a newer server, so it proves nothing.
      if (error instanceof ApiError && error.code !== invalidReply) reportContact(!error.isNetwork);
      throw error;
    }
  }

  // The reason for the assertion: `call` parses with the endpoint's schemas, from which the signature derives its types.
  return { call: call as Api["call"] };
}

interface Target {
  address: string;
  /** What is known of it; the server may answer that it still holds. */
  known: CachedAnswer | undefined;
  /** Whose token goes with the call. */
  uid: string | undefined;
}

/** Sends requests with token, body and headers. */
function createSender(options: ApiOptions) {
  const fetchResponse = options.fetch ?? ((input, init) => fetch(input, init));
  const { timeoutMs = callTimeoutMs } = options;

  async function attempt(
    endpoint: Endpoint,
    input: CallInput<Endpoint>,
    { address, known, uid }: Target,
    fresh: boolean,
  ): Promise<Response> {
    const headers: Record<string, string> = { accept: "application/json" };
    if (endpoint.base === "api") {
      const token = await tokenOf(uid, fresh);
      if (token !== null) headers["authorization"] = `Bearer ${token}`;
    }
    const body = v.parse(endpoint.body, input.body);
    if (body !== undefined) headers["content-type"] = "application/json";
    if (input.key !== undefined) headers["idempotency-key"] = input.key;
    if (options.page !== undefined && endpoint.base === "api" && endpoint.method !== "GET")
      headers[pageHeader] = options.page;
    if (known) headers["if-none-match"] = known.tag;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetchResponse(address, {
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
      // The provider's package may hang for 30 s or more on a network that drops packets.
      return await withTimeout(timeoutMs, options.token(fresh, uid), unreachable);
    } catch (cause) {
      throw new NoToken("No token", { cause });
    }
  }

  return async (endpoint: Endpoint, input: CallInput<Endpoint>, target: Target): Promise<Response> => {
    const response = await attempt(endpoint, input, target, false);
    // An expired or revoked token: refresh once, then accept the response.
    return response.status === 401 && endpoint.base === "api" ? attempt(endpoint, input, target, true) : response;
  };
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const type = response.headers.get("content-type") ?? "";
  // Only a captive portal or a proxy returns anything but JSON for our paths.
  if (!type.includes("json")) throw notOurs(response);
  const json: unknown = await response.json().catch((cause) => {
    throw unreachable(cause);
  });
  if (response.ok) return json;
  if (type.startsWith(problemType)) throw problemError(json, response);
  throw notOurs(response);
}

function parseReply(endpoint: Endpoint, json: unknown): unknown {
  const reply = v.safeParse(endpoint.reply, json);
  if (reply.success) return reply.output;
  throw new ApiError(invalidReply, "The server's answer was not understood", {
    cause: reply.issues,
  });
}

const invalidReply = "invalid-reply";

/** The token failed, so no call was made; callers get `cause`. */
class NoToken extends Error {}

const unavailable: (typeof problems)["unavailable"][1] = "The server cannot answer right now. Try again in a moment";

/** A gateway's 5xx page is worth a retry; any other foreign response counts as none. */
const notOurs = ({ status, headers }: Response) =>
  status >= 500
    ? new ApiError("unavailable", unavailable, {
        status,
        retryAfterMs: retryAfter(headers.get("retry-after"), Date.now()),
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
