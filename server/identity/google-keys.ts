/**
 * The keys that Google publishes for a Firebase project's tokens (specification 16.4). They are kept as long as the
 * answer allows, looked up again for a key that is not among them, and go on working while Google cannot be reached.
 */
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from "jose";
import * as v from "valibot";

const KeySet = v.object({
  keys: v.pipe(v.array(v.looseObject({ kty: v.string(), kid: v.string() })), v.nonEmpty()),
});

const timeoutMs = 5_000;
/** Between two looks for a key that is not among them: anybody can name one. */
const lookAgainMs = 30_000;
/** Between two tries while Google cannot be reached. */
const tryAgainMs = 2_000;
/** Keys that could not be renewed for this long are not trusted any more. */
const outageAtMostMs = 24 * 60 * 60 * 1000;
const maxAge = { unknown: 600, most: 24 * 60 * 60 };

interface Kept {
  find: ReturnType<typeof createLocalJWKSet>;
  fetchedAt: number;
  freshUntil: number;
}

/** @param now milliseconds since the epoch */
export function createGoogleKeys(url: string, now: () => number): JWTVerifyGetKey {
  let kept: Kept | undefined;
  let pending: Promise<void> | undefined;
  let failure: { at: number; cause: unknown } | undefined;

  async function load(): Promise<void> {
    try {
      kept = await fetchKeys(url, now());
      failure = undefined;
    } catch (cause) {
      failure = { at: now(), cause };
      throw cause;
    }
  }

  /** One at a time, and not at once again after one that failed. Throws why the keys cannot be had. */
  function renew(): Promise<void> {
    if (failure && now() - failure.at < tryAgainMs) return Promise.reject(failure.cause);
    pending ??= load().finally(() => (pending = undefined));
    return pending;
  }

  return async (header, jws) => {
    if (!kept || now() > kept.freshUntil + outageAtMostMs) await renew();
    // Those at hand are good enough for this call.
    else if (now() >= kept.freshUntil) renew().catch(() => {});
    const { find, fetchedAt } = requireKeys(kept);
    try {
      return await find(header, jws);
    } catch (error) {
      const isUnknown = error instanceof errors.JWKSNoMatchingKey;
      if (!isUnknown || now() - fetchedAt < lookAgainMs) throw error;
      // It may be a new one. Whether it is cannot be said while Google cannot be asked.
      await renew();
      return requireKeys(kept).find(header, jws);
    }
  };
}

function requireKeys(kept: Kept | undefined): Kept {
  if (!kept) throw new Error("No keys");
  return kept;
}

async function fetchKeys(url: string, now: number): Promise<Kept> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: "error",
    headers: { accept: "application/json" },
  });
  if (!response.ok) throw new Error(`The key server answered ${response.status}`);
  const { keys } = v.parse(KeySet, await response.json());
  const seconds = Math.max(0, secondsFresh(response.headers));
  return {
    find: createLocalJWKSet({ keys }),
    fetchedAt: now,
    freshUntil: now + Math.min(seconds, maxAge.most) * 1000,
  };
}

function secondsFresh(headers: Headers): number {
  const given = /(?:^|[\s,])max-age=(\d+)/i.exec(headers.get("cache-control") ?? "")?.[1];
  if (given === undefined) return maxAge.unknown;
  return Number(given) - Number(headers.get("age") ?? 0);
}
