/** Replaces Google in demo mode: signs the chosen account, valid for one use within a minute (specification 16.16). */
import { randomBytes } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import * as v from "valibot";
import { Email, FirstName, LastName } from "../../contract/rules/validation.ts";
import { IdentityError } from "./identity-error.ts";

/** A demo Google account from the popup's form. */
export const GooglePerson = v.object({ givenName: FirstName, familyName: LastName, email: Email });
export type GooglePerson = v.InferOutput<typeof GooglePerson>;

const assertionSeconds = 60;
/** Far more than the rate limits let through while an assertion is valid, so that none is forgotten too early. */
const maxUsed = 100_000;
const issuer = "offbeat-demo-google";
const audience = "offbeat-demo-google-sign-in";

export interface DemoGoogle {
  sign(person: GooglePerson): Promise<string>;
  /** Throws INVALID_IDP_RESPONSE unless the assertion is valid, at most a minute old and unused. */
  redeem(assertion: string): Promise<GooglePerson>;
}

/** The key exists only in this process, because no assertion has to survive a restart. */
export function createDemoGoogle(now: () => number): DemoGoogle {
  const key = new Uint8Array(randomBytes(32));
  /** Ids of used assertions. */
  const used = new LRUCache<string, true>({
    max: maxUsed,
    ttl: assertionSeconds * 1000,
    ttlResolution: 0,
    perf: { now },
  });

  return {
    sign(person) {
      const issuedAt = Math.floor(now() / 1000);
      return new SignJWT({ ...person })
        .setProtectedHeader({ alg: "HS256" })
        .setIssuer(issuer)
        .setAudience(audience)
        .setJti(randomBytes(16).toString("base64url"))
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + assertionSeconds)
        .sign(key);
    },
    async redeem(assertion) {
      const { payload } = await jwtVerify(assertion, key, {
        algorithms: ["HS256"],
        issuer,
        audience,
        requiredClaims: ["exp", "jti"],
        currentDate: new Date(now()),
      }).catch(() => {
        throw new IdentityError("INVALID_IDP_RESPONSE");
      });
      const { jti = "" } = payload;
      if (used.has(jti)) throw new IdentityError("INVALID_IDP_RESPONSE");
      used.set(jti, true);
      return v.parse(GooglePerson, payload);
    },
  };
}
