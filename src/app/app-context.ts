/** The app's services, which `create-app.ts` creates once and the router's context passes to the screens. */
import type { QueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { Api } from "../api/api-client.ts";
import type { OpenChangeStream } from "../api/open-change-stream.ts";
import type { SiteConfig } from "../api/site-config.ts";
import type { AudioEngine } from "../audio/audio-engine.ts";
import type { Identity } from "../identity/identity.ts";
import type { WorkerBridge } from "../pwa/worker-bridge.ts";
import type { Account } from "../sync/account-session.ts";
import type { Online } from "../sync/online-state.ts";
import type { Toaster } from "../ui/toaster.ts";

export interface App {
  queryClient: QueryClient;
  config: SiteConfig;
  api: Api;
  openChangeStream: OpenChangeStream;
  online: Online;
  toaster: Toaster;
  worker: WorkerBridge;
  /** Loads the identity provider's package on first use. */
  identity(): Promise<Identity>;
  /** The open account; undefined while nobody is signed in. */
  account(): Account | undefined;
  /** Opens the account's storage, or returns the open account. Needs no network. */
  openAccount(uid: string): Promise<Account>;
  /** Stops everything that runs for the open account. Its stored data stays. */
  closeAccount(): void;
  /** Loads the player on first use. */
  audio(): Promise<AudioEngine>;
  /** The player, if it is loaded. */
  loadedAudio(): AudioEngine | undefined;
  /** Runs an auth flow of our own. The identity observer ignores the changes that it makes. */
  duringAuthFlow<T>(flow: () => Promise<T>): Promise<T>;
}

export function useApp(): App {
  return useRouter().options.context.app;
}

/** For protected screens, which render only while an account is open. */
export function useAccount(): Account {
  const account = useApp().account();
  if (account === undefined) throw new Error("This part is for signed-in users only");
  return account;
}
