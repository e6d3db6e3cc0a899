/**
 * ID tokens for a program without a page: the service worker, which sends queued changes when all pages are closed
 * (specification 17.28). The firebase package would be most of the worker's bytes and hears of a sign-out 1.5 s late;
 * this reads what the package stores, anew for every token, and asks the provider's token endpoint itself. It writes
 * nothing: page and worker renew separately.
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

/** A token this close to its end is renewed first; milliseconds. */
const nearEndMs = 30_000;

/** The provider may hang; milliseconds. */
const renewalMs = 10_000;

/**
 * A token of the user the device remembers, a new one when `fresh`. `nobody`: somebody else than `uid` is signed in, no
 * one is, or the provider ended the sign-in. `unreachable`: the provider did not answer.
 */
export type StoredTokens = (fresh: boolean, uid: string) => Promise<{ token: string } | "nobody" | "unreachable">;

/** @param origin where the embedded provider answers */
export function createStoredTokens(identity: Config["identity"], origin: string): StoredTokens {
  const apiKey = identity.kind === "embedded" ? embeddedApiKey : identity.config["apiKey"];
  const host = identity.kind === "embedded" ? `${origin}/` : "https://";
  const endpoint = `${host}securetoken.googleapis.com/v1/token?key=${apiKey}`;
  /** The newest token by the refresh token that brought it; several calls wait for one renewal. */
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
      // No connection, no answer in time, or a captive portal's page.
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
    // A storage that cannot be read now: then pages send.
    return undefined;
  }
}
