/** The dependencies of `createApp`: clock, disk, database and keys. The app itself does no I/O. */
import type { Database } from "./db/database.ts";
import type { TokenVerifier } from "./http/bearer.ts";
import type { IdentityProvider } from "./identity/provider.ts";
import type { Inspector } from "./media/inspector.ts";
import type { MediaStorage } from "./media/storage.ts";
import type { Settings } from "./settings/settings.ts";
import type { Callers } from "./users/caller.ts";

/** Demo mode (specification 19). */
export interface DemoMode {
  isOn: boolean;
  /** Accounts of the demo library. Their passwords are public, in demo mode or not. */
  accounts: readonly { email: string; password: string }[];
}

export interface AppContext {
  settings: Settings;
  demo: DemoMode;
  db: Database;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Returns increasing UUIDv7 text. */
  newId: () => string;
  tokens: TokenVerifier;
  /** The embedded identity provider; `tokens` is its verifier. Undefined when a Firebase project is the provider. */
  identity?: IdentityProvider;
  /** The users whose tokens `tokens` verifies, with a cache that who deletes one tells of it. */
  callers: Callers;
  storage: MediaStorage;
  /** Validates uploaded files. */
  inspector: Inspector;
  /** 32 bytes that sign the URLs of private audio. */
  mediaKey: Uint8Array;
}
