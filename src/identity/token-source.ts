/**
 * ID tokens for the service worker, which sends queued changes with all pages closed (specification 17.28). The firebase
 * package would dominate the worker's size and notices a sign-out 1.5 s late. This reads the package's stored user for
 * every token and calls the provider's token endpoint itself. It writes nothing: page and worker renew separately.
 */
import * as v from "valibot";
import type { Config } from "../../contract/config.ts";
import { endsSignIn } from "./sign-in-ended.ts";
import { embeddedApiKey } from "./identity.ts";
import { readStoredUser } from "./stored-user.ts";

const StoredUser = v.object({
  uid: v.string(),
  stsTokenManager: v.object({
    accessToken: v.string(),
    refreshToken: v.string(),
    /** Milliseconds since the epoch. */
    expirationTime: v.number(),
  }),
});
const Renewed = v.object({ access_token: v.string() });

/** Renews tokens this long before they expire; milliseconds. */
const nearEndMs = 30_000;

/** Timeout of a renewal; milliseconds. */
const renewalMs = 10_000;

/**
 * Returns a token of the stored user, or a new one if `fresh`. `nobody`: `uid` is not signed in, or the provider has ended
 * the sign-in. `unreachable`: the provider did not respond.
 */
export type StoredTokens = (fresh: boolean, uid: string) => Promise<{ token: string } | "nobody" | "unreachable">;

/** @param origin the origin of the embedded provider */
export function createStoredTokens(identity: Config["identity"], origin: string): StoredTokens {
  const apiKey = identity.kind === "embedded" ? embeddedApiKey : identity.config["apiKey"];
  const host = identity.kind === "embedded" ? `${origin}/` : "https://";
  const endpoint = `${host}securetoken.googleapis.com/v1/token?key=${apiKey}`;
  /** The newest token per refresh token. Concurrent calls share one renewal. */
  const renewed = new Map<string, string>();
  const renewing = new Map<string, ReturnType<typeof renew>>();

  async function renew(refreshToken: string): ReturnType<StoredTokens> {
    try {
      const response = await fetch(endpoint, {
        method: "POST",
        body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }),
        signal: AbortSignal.timeout(renewalMs),
      });
      const answer: unknown = await response.json();
      if (!response.ok) return endsSignIn(response.status, answer) ? "nobody" : "unreachable";
      const { access_token: token } = v.parse(Renewed, answer);
      renewed.set(refreshToken, token);
      return { token };
    } catch {
      // No connection, a timeout, or a captive portal's page.
      return "unreachable";
    }
  }

  return async (fresh, uid) => {
    const user = await readUser(apiKey);
    if (user?.uid !== uid) return "nobody";
    const { accessToken, refreshToken, expirationTime } = user.stsTokenManager;
    const known = renewed.get(refreshToken);
    if (!fresh && known !== undefined) return { token: known };
    if (!fresh && expirationTime - nearEndMs > Date.now()) return { token: accessToken };
    const pending = renewing.get(refreshToken) ?? renew(refreshToken).finally(() => renewing.delete(refreshToken));
    renewing.set(refreshToken, pending);
    return pending;
  };
}

async function readUser(apiKey: unknown): Promise<v.InferOutput<typeof StoredUser> | undefined> {
  try {
    const parsed = v.safeParse(StoredUser, await readStoredUser(apiKey));
    return parsed.success ? parsed.output : undefined;
  } catch {
    // The storage cannot be read now: pages send instead.
    return undefined;
  }
}
