/** What `createApp` is handed: everything that touches clock, disk, database or keys, so that the app itself does no I/O. */
import type { Database } from "./db/database.ts";
import type { TokenVerifier } from "./http/bearer.ts";
import type { IdentityProvider } from "./identity/provider.ts";
import type { Inspector } from "./media/inspector.ts";
import type { MediaStorage } from "./media/storage.ts";
import type { Settings } from "./settings/settings.ts";

/** Demo mode (specification 19). */
export interface DemoMode {
  isOn: boolean;
  /** The demo library's accounts, whose passwords everybody can read, in demo mode or not. */
  accounts: readonly { email: string; password: string }[];
}

export interface AppContext {
  settings: Settings;
  demo: DemoMode;
  db: Database;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** UUIDv7 text, growing. */
  newId: () => string;
  tokens: TokenVerifier;
  /** The embedded provider, whose verifier `tokens` then is; absent where a Firebase project is the provider. */
  identity?: IdentityProvider;
  storage: MediaStorage;
  /** Judges the files that come to this server. */
  inspector: Inspector;
  /** 32 bytes that sign private audio urls. */
  mediaKey: Uint8Array;
}
