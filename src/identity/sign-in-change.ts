/**
 * Changes of password or email end all older sign-ins at once (specification 2.27). The other tabs of this browser hold one of
 * these for a moment; the firebase package would take a refusal for a sign-out, and sign all of them out.
 */
import * as v from "valibot";
import { sleep } from "../lib/sleep.ts";
import { readStoredUser } from "./stored-user.ts";

const lockName = "offbeat-sign-in-change";
/** Longest wait for a change by another tab; milliseconds. */
const changeMs = 10_000;

const StoredTokens = v.object({
  stsTokenManager: v.object({ refreshToken: v.string(), accessToken: v.string() }),
});

/** Of this tab. */
let changes = 0;
let lastChange: Promise<unknown> = Promise.resolve();

/**
 * Resolves once this tab changes no sign-in. A token that is asked for before that could be renewed with a sign-in that the
 * change has just ended, which the package takes for a sign-out.
 */
export const changeSettled = (): Promise<unknown> => lastChange;

/** Runs a change; other tabs that are refused meanwhile wait until its tokens are stored. */
export async function changingSignIn<T>(work: () => Promise<T>): Promise<T> {
  const change = async () => {
    changes += 1;
    const changed = work().finally(() => (changes -= 1));
    lastChange = Promise.allSettled([changed]);
    return changed;
  };
  return "locks" in navigator ? navigator.locks.request(lockName, change) : change();
}

/**
 * Whether this browser has stored another sign-in than the one that a refused request was made with.
 * @param sent the request's body
 */
export async function isReplaced(sent: string, apiKey: unknown): Promise<boolean> {
  const signal = AbortSignal.timeout(changeMs);
  try {
    // It would wait for itself.
    if (changes === 0 && "locks" in navigator)
      await navigator.locks.request(lockName, { mode: "shared", signal }, () => {});
  } catch {
    // Still changing: it may be.
    if (signal.aborted) return true;
  }
  const stored = v.safeParse(StoredTokens, await readStoredUser(apiKey).catch(() => undefined));
  if (!stored.success) return false;
  const { refreshToken, accessToken } = stored.output.stsTokenManager;
  const token = tokenIn(sent);
  return token !== undefined && token !== refreshToken && token !== accessToken;
}

/** Longest wait for the package, which looks every 800 ms for what another tab has stored; milliseconds. */
const takeOverMs = 2_000;

interface TokenUser {
  readonly refreshToken: string;
  getIdToken(fresh?: boolean): Promise<string>;
}

/** Lets calls of a replaced sign-in go on with the one that another tab has stored, once the package has it. */
export function createTakeOver() {
  /** The body of the last request that was refused because it was replaced. */
  let replaced = "";
  return {
    async note(sent: string, answer: Promise<boolean>): Promise<boolean> {
      const isOther = await answer;
      if (isOther) replaced = sent;
      return isOther;
    },
    /** Rejects as `getIdToken` does, also where the package does not take over in time. */
    async tokenOf(user: TokenUser, fresh: boolean): Promise<string> {
      const before = user.refreshToken;
      try {
        return await user.getIdToken(fresh);
      } catch (error) {
        if (tokenIn(replaced) !== before) throw error;
        for (const begun = performance.now(); performance.now() - begun < takeOverMs; await sleep(100))
          if (user.refreshToken !== before) return user.getIdToken();
        throw error;
      }
    },
  };
}

/** The refresh token of a form, or the account's token in JSON. */
function tokenIn(sent: string): string | undefined {
  const refreshToken = new URLSearchParams(sent).get("refresh_token");
  if (refreshToken !== null) return refreshToken;
  try {
    return v.parse(v.object({ idToken: v.string() }), JSON.parse(sent)).idToken;
  } catch {
    return undefined;
  }
}
