/** Verifies tokens of a Firebase project. */
import type { JWTVerifyGetKey } from "jose";
import { createGoogleKeys } from "./google-keys.ts";
import { createVerifier, type IdentityVerifier } from "./verifier.ts";

const googleKeys = "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";

/** Tests replace `getKey`, because they cannot reach Google; `now` returns milliseconds since the epoch. */
export function createFirebaseVerifier(
  project: string,
  now: () => number,
  getKey: JWTVerifyGetKey = createGoogleKeys(googleKeys, now),
): IdentityVerifier {
  return createVerifier({
    issuer: `https://securetoken.google.com/${project}`,
    audience: project,
    getKey,
    now,
  });
}
