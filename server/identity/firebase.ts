/** Verification of a Firebase project's tokens (specification 16.4). */
import { createRemoteJWKSet, type JWTVerifyGetKey } from "jose";
import { createVerifier, type IdentityVerifier } from "./verifier.ts";

const googleKeys = new URL(
  "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
);

/** `getKey` is for tests; `now` gives milliseconds since the epoch. */
export function createFirebaseVerifier(
  project: string,
  now: () => number,
  getKey: JWTVerifyGetKey = createRemoteJWKSet(googleKeys, { timeoutDuration: 5_000 }),
): IdentityVerifier {
  return createVerifier({
    issuer: `https://securetoken.google.com/${project}`,
    audience: project,
    getKey,
    now,
  });
}
