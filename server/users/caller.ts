/** The caller: the token's user with the fixed part of their profile. */
import type { Database } from "../db/database.ts";
import type { TokenClaims } from "../http/bearer.ts";
import { requireClaims, type Identify } from "../http/endpoint.ts";
import { HttpProblem } from "../http/problem.ts";
import { createTtlCache } from "../lib/ttl-cache.ts";
import { lockProfile, readProfile, type Profile } from "./profile-rows.ts";

export interface Caller extends TokenClaims {
  profile: Pick<Profile, "uid" | "artist">;
}

export interface Callers {
  /** Throws HttpProblem `unauthenticated`, `no-profile`. */
  identify: Identify<Caller>;
  forget(uid: string): void;
}

/** @param now milliseconds since the epoch */
export function createCallers(db: Database, now: () => number): Callers {
  const profiles = createTtlCache((uid) => readProfile(db, uid), now);
  return {
    /** A read may use a cached profile that another server deleted seconds ago (specification 18.10). */
    async identify(tx, tokenClaims, forUpdate) {
      const claims = await requireClaims(tx, tokenClaims, forUpdate);
      const profile = await (forUpdate ? lockProfile(tx, claims.uid) : profiles.get(claims.uid));
      if (!profile) throw new HttpProblem("no-profile");
      return { ...claims, profile };
    },
    forget: (uid) => profiles.forget(uid),
  };
}

/** Throws HttpProblem `not-yourself` for a path with another user's id. */
export function requireSelf(uid: string, caller: Pick<Caller, "uid">): void {
  if (uid !== caller.uid) throw new HttpProblem("not-yourself");
}
