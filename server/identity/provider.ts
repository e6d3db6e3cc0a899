/** Assembles the embedded identity provider. */
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
import { lockAgainstDeletion, readStanding } from "./account-rows.ts";
import type { Issuer } from "./tokens.ts";
import { createVerifier, type IdentityVerifier, type Standing } from "./verifier.ts";

/** Issuer and audience of the provider's tokens, and the `project_id` of its responses. */
export const projectId = "offbeat";

export interface IdentityProvider extends Issuer {
  verifier: IdentityVerifier;
  /** Cached account states by uid: which sign-ins are still valid (specification 16.11). */
  standings: TtlCache<Standing>;
  /** Call it after every commit that ended sign-ins: forgets the standing and tells who listens. */
  announceEnd(uid: string): void;
  /** Calls `listener` whenever sign-ins of an account have ended on this server. Returns a function that ends it. */
  onEnd(listener: (uid: string) => void): () => void;
  limits: IdentityLimits;
  passwords: Passwords;
  mailer: Mailer;
  /** The origin of mailed links. */
  publicUrl: string;
  background: Background;
  google: DemoGoogle;
  lockAgainstDeletion: typeof lockAgainstDeletion;
}

/** `now` returns milliseconds since the epoch. Does no I/O itself. */
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
  const listeners = new Set<(uid: string) => void>();
  return {
    keys,
    issuer: projectId,
    audience: projectId,
    now,
    verifier,
    standings,
    announceEnd(uid) {
      standings.forget(uid);
      for (const listener of listeners) listener(uid);
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    limits: createIdentityLimits(settings.rateFactor, now),
    passwords: createPasswords(settings.passwordCost),
    mailer,
    publicUrl: settings.publicUrl,
    background: createBackground(),
    google: createDemoGoogle(now),
    lockAgainstDeletion,
  };
}
