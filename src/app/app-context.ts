/** What `app.ts` wires once and hands down by the router's context. */
import type { QueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { Api } from "../api/api-client.ts";
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
  online: Online;
  toaster: Toaster;
  worker: WorkerBridge;
  /** Loads the identity provider's package when first asked. */
  identity(): Promise<Identity>;
  /** The account in use; undefined while nobody is signed in. */
  account(): Account | undefined;
  /** Opens the account's storage, or answers the open one. Needs no network. */
  openAccount(uid: string): Promise<Account>;
  /** Ends what runs for the open account; what is stored stays. */
  closeAccount(): void;
  /** Loads the player when first asked. */
  audio(): Promise<AudioEngine>;
  /** The player if it was loaded. */
  loadedAudio(): AudioEngine | undefined;
  /** Changes of the identity made by a flow of our own are not news to the observer. */
  duringAuthFlow<T>(flow: () => Promise<T>): Promise<T>;
}

export function useApp(): App {
  return useRouter().options.context.app;
}

/** The account of the protected screens, which are shown only once it is open. */
export function useAccount(): Account {
  const account = useApp().account();
  if (account === undefined) throw new Error("This part is for signed-in users only");
  return account;
}
