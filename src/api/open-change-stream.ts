/** Opens the server's change stream (specification 17.57). */
import { changeStreamPath } from "../../contract/change-stream.ts";
import { withTimeout } from "../lib/with-timeout.ts";
import { type ApiOptions, callTimeoutMs } from "./api-client.ts";
import { ApiError, retryAfter, unreachable } from "./api-error.ts";

type Options = Pick<ApiOptions, "bases" | "token" | "fetch"> & {
  /** The name of this page, as its writes carry it. */
  page: string;
  timeoutMs?: number;
};

/** Throws ApiError, also when the server has no such stream. */
export type OpenChangeStream = (uid: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;

export function createChangeStream({
  bases,
  token,
  page,
  timeoutMs = callTimeoutMs,
  ...options
}: Options): OpenChangeStream {
  // Not EventSource, which sends no token.
  const send = options.fetch ?? ((input, init) => fetch(input, init));

  async function request(uid: string, fresh: boolean, signal: AbortSignal): Promise<Response> {
    const present = await withTimeout(timeoutMs, token(fresh, uid), unreachable);
    if (present === null) throw new ApiError("unauthenticated", "Sign in again", { status: 401 });
    const headers = { accept: "text/event-stream", authorization: `Bearer ${present}` };
    try {
      return await send(`${bases().api}${changeStreamPath}?page=${page}`, { headers, cache: "no-store", signal });
    } catch (cause) {
      throw unreachable(cause);
    }
  }

  return async (uid, signal) => {
    const late = new AbortController();
    const either = AbortSignal.any([signal, late.signal]);
    const open = async () => {
      const response = await request(uid, false, either);
      return response.status === 401 ? request(uid, true, either) : response;
    };
    const response = await withTimeout(timeoutMs, open(), unreachable).catch((error: unknown) => {
      late.abort();
      throw error;
    });
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    if (response.ok && isStream && response.body !== null) return response.body;
    late.abort();
    throw new ApiError("unavailable", "The server has no change stream now", {
      status: response.status,
      retryAfterMs: retryAfter(response.headers.get("retry-after"), Date.now()),
    });
  };
}
