/**
 * Probes the server by its configuration and, for a signed-in user, by an API call, because the API may hang while static
 * files are served.
 */
import { getUser } from "../../contract/users.ts";
import { type Api, type ApiOptions, createApi } from "./api-client.ts";
import type { SiteConfig } from "./site-config.ts";
import { ApiError, unreachable } from "./api-error.ts";
import { withTimeout } from "../lib/with-timeout.ts";

type Options = Required<Pick<ApiOptions, "bases" | "caller" | "token">> &
  Pick<ApiOptions, "fetch"> & { refresh: SiteConfig["refresh"] };

/**
 * The cheapest call of a signed-in user. Resolves with any answer, also a refusal.
 * @throws ApiError `network` without one, or `aborted`
 */
export async function askApi(api: Api, uid: string, signal?: AbortSignal): Promise<void> {
  try {
    await api.call(getUser, { params: { id: uid }, signal });
  } catch (error) {
    if (!(error instanceof ApiError) || error.isNetwork || error.code === "aborted") throw error;
  }
}

/** Returns a probe, which rejects if it cannot reach the server within `timeoutMs`. */
export function createProbe(options: Options): (timeoutMs: number) => Promise<void> {
  const { refresh, caller, token } = options;

  async function probeApi(uid: string, timeoutMs: number): Promise<void> {
    const api = createApi({
      ...options,
      // The identity provider may be down: a 401 proves as much as a success.
      token: (fresh, of) => withTimeout(timeoutMs / 3, token(fresh, of)).catch(() => null),
      timeoutMs,
    });
    await askApi(api, uid);
  }

  return async (timeoutMs) => {
    const uid = caller();
    const apiProbe = uid === undefined ? undefined : probeApi(uid, timeoutMs);
    await Promise.all([
      withTimeout(timeoutMs, refresh(timeoutMs), unreachable),
      apiProbe && withTimeout(timeoutMs, apiProbe, unreachable),
    ]);
  };
}
