/** The embedded identity provider as one thing: keys, verification, limits (specification 16.5). */
import { createLocalJWKSet } from "jose";
import type { Database } from "../db/database.ts";
import { createBackground, type Background } from "../lib/background.ts";
import { createTtlCache, type TtlCache } from "../lib/ttl-cache.ts";
import { createDemoGoogle, type DemoGoogle } from "./demo-google.ts";
import type { SigningKeys } from "./signing-keys.ts";
import { createIdentityLimits, type IdentityLimits } from "./attempt-limits.ts";
import type { Mailer } from "./mailer.ts";
import { createPasswords, type Passwords } from "./passwords.ts";
import type { Settings } from "../settings/settings.ts";
import { readStanding } from "./account-rows.ts";
import type { Issuer } from "./tokens.ts";
import { createVerifier, type IdentityVerifier, type Standing } from "./verifier.ts";

/** Both the issuer and the audience of the provider's tokens; also the `project_id` of its answers. */
export const projectId = "offbeat";

export interface IdentityProvider extends Issuer {
  verifier: IdentityVerifier;
  /** From when on sign-ins of an account count, by uid (specification 16.11). */
  standings: TtlCache<Standing>;
  limits: IdentityLimits;
  passwords: Passwords;
  mailer: Mailer;
  /** Where the links of mails lead: an origin. */
  publicUrl: string;
  background: Background;
  google: DemoGoogle;
}

/** `now` gives milliseconds since the epoch. Does no I/O by itself. */
export function createProvider(options: {
  keys: SigningKeys;
  db: Database;
  mailer: Mailer;
  settings: Pick<Settings, "rateFactor" | "publicUrl" | "passwordCost">;
  now: () => number;
}): IdentityProvider {
  const { keys, db, mailer, settings, now } = options;
  const standings = createTtlCache((uid) => readStanding(db, uid), now);
  const verifier = createVerifier({
    issuer: projectId,
    audience: projectId,
    getKey: createLocalJWKSet(keys.jwks),
    now,
    standing: (uid) => standings.get(uid),
  });
  return {
    keys,
    issuer: projectId,
    audience: projectId,
    now,
    verifier,
    standings,
    limits: createIdentityLimits(settings.rateFactor, now),
    passwords: createPasswords(settings.passwordCost),
    mailer,
    publicUrl: settings.publicUrl,
    background: createBackground(),
    google: createDemoGoogle(now),
  };
}
