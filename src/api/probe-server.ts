/**
 * The cheapest proof that the server can be reached: its configuration, and for a signed-in user an answer of the API,
 * which may hang while everything else is served.
 */
import { getUser } from "../../contract/users.ts";
import { type ApiOptions, createApi } from "./api-client.ts";
import type { SiteConfig } from "./site-config.ts";
import { ApiError, unreachable } from "./api-error.ts";
import { withTimeout } from "../lib/with-timeout.ts";

type Options = Required<Pick<ApiOptions, "bases" | "caller" | "token">> &
  Pick<ApiOptions, "fetch"> & { refresh: SiteConfig["refresh"] };

/** Rejects when the server cannot be reached within `timeoutMs`. */
export function createProbe(options: Options): (timeoutMs: number) => Promise<void> {
  const { refresh, caller, token } = options;

  async function askApi(uid: string, timeoutMs: number): Promise<void> {
    const api = createApi({
      ...options,
      // The provider's trouble is not the API's: a refusal for want of a token proves as much as an answer.
      token: (fresh, of) => withTimeout(timeoutMs / 3, token(fresh, of)).catch(() => null),
      timeoutMs,
    });
    try {
      await api.call(getUser, { params: { id: uid } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.isNetwork) throw error;
    }
  }

  return async (timeoutMs) => {
    const uid = caller();
    const asked = uid === undefined ? undefined : askApi(uid, timeoutMs);
    await Promise.all([
      withTimeout(timeoutMs, refresh(timeoutMs), unreachable),
      asked && withTimeout(timeoutMs, asked, unreachable),
    ]);
  };
}
