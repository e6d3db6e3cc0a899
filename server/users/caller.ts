/** Who calls: the token's user with what never changes of their profile (specification 11.9, 11.10). */
import type { Database } from "../db/database.ts";
import type { TokenClaims } from "../http/bearer.ts";
import { requireClaims, type Identify } from "../http/endpoint.ts";
import { HttpProblem } from "../http/problem.ts";
import { createTtlCache } from "../lib/ttl-cache.ts";
import { holdProfile, readProfile, type Profile } from "./profile-rows.ts";

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
    /** Who only reads may have lost the profile to another server a moment ago (specification 18.10). */
    async identify(tx, given, holds) {
      const claims = await requireClaims(tx, given, holds);
      const profile = await (holds ? holdProfile(tx, claims.uid) : profiles.get(claims.uid));
      if (!profile) throw new HttpProblem("no-profile");
      return { ...claims, profile };
    },
    forget: (uid) => profiles.forget(uid),
  };
}

/** Throws HttpProblem `not-yourself` where a path names somebody else (specification 11.10). */
export function requireSelf(uid: string, caller: Pick<Caller, "uid">): void {
  if (uid !== caller.uid) throw new HttpProblem("not-yourself");
}
