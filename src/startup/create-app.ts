/** Creates the app context for `open-app.tsx`. Everything heavy loads on first use. */
import { notifyManager, QueryClient } from "@tanstack/react-query";
import { createApi } from "../api/api-client.ts";
import { ApiError, unreachable } from "../api/api-error.ts";
import { createChangeStream } from "../api/open-change-stream.ts";
import { createProbe } from "../api/probe-server.ts";
import type { AudioEngine } from "../audio/audio-engine.ts";
import type { App } from "../app/app-context.ts";
import { lazyImport } from "../app/lazy-import.ts";
import { invalidateQueries } from "../app/invalidate-queries.ts";
import { readPersistence, readVolatileName } from "../features/auth/session-key.ts";
import { persistSession, readSession } from "../features/auth/session.ts";
import { randomId } from "../db/random-id.ts";
import { reportEdited } from "../features/songs/edited-songs.ts";
import { reloadWhenQuiet } from "../features/player/reload-when-quiet.ts";
import { createAccountHolder } from "./account-holder.ts";
import { type Identity, IdentityError, otherUser } from "../identity/identity.ts";
import { notifyQueries } from "./notify-queries.ts";
import type { PageParts } from "./page-parts.ts";
import type { WaysOut } from "./start-services.ts";
import { createWorkerBridge } from "../pwa/worker-bridge.ts";
import type { Account } from "../sync/account-session.ts";
import { createOnline } from "../sync/online-state.ts";
import { texts } from "../texts/texts.ts";

export function createOwnApp({ config, toaster }: PageParts): {
  app: App;
  start: (ways: WaysOut) => void;
} {
  const queryClient = createQueryClient();
  persistSession(queryClient);
  const identity = lazy(async () => {
    const [{ createIdentity }, siteConfig] = await Promise.all([import("../identity/firebase.ts"), config.ready()]);
    const isVolatile = readVolatileName() !== null && readSession(queryClient) !== null;
    return createIdentity(siteConfig.identity, location.origin, {
      present: isVolatile ? readPersistence() : "local",
      next: readPersistence,
    });
  });
  const calls = {
    bases: config.bases,
    caller: () => readSession(queryClient)?.uid,
    token: (fresh: boolean, uid: string | undefined) => identity.get().then((one) => tokenOf(one, fresh, uid)),
  };
  const page = randomId();
  const online = createOnline(createProbe({ ...calls, refresh: config.refresh }), navigator.onLine);
  const api = createApi({
    ...calls,
    page,
    onContact: online.report,
    onDoubt: online.check,
  });
  const accounts = createAccountHolder((uid) => openAccount(app, uid));
  let flows = 0;

  const app: App = {
    queryClient,
    config,
    api,
    openChangeStream: createChangeStream({ ...calls, page }),
    online,
    toaster,
    worker: createWorkerBridge(),
    identity: identity.get,
    account: accounts.now,
    openAccount: accounts.open,
    closeAccount: accounts.close,
    audio: () => audio.get(),
    loadedAudio: () => audio.now(),
    async duringAuthFlow(flow) {
      flows += 1;
      try {
        return await flow();
      } finally {
        // Firebase notifies the observer shortly after the call that caused the change.
        setTimeout(() => {
          flows -= 1;
        }, 1_000);
      }
    },
  };
  const audio = lazy<AudioEngine>(async () => (await import("../features/player/open-player.ts")).openPlayer(app));
  const start = (ways: WaysOut) =>
    void lazyImport(() => import("./start-services.ts")).then(
      (module) => module.start(app, ways, () => flows > 0),
      // Screens work without it; offline use and sending need a reload.
      () => app.toaster.warning(texts.app.chunkFailed, reload()),
    );
  return { app, start };
}

const reload = () => ({ label: texts.app.reload, onPress: () => location.reload() });

function createQueryClient(): QueryClient {
  notifyManager.setScheduler(notifyQueries);
  return new QueryClient({
    defaultOptions: {
      queries: {
        // `navigator.onLine` can be wrong for ever; "online" would then pause queries that work.
        networkMode: "always",
        retry: (failures, error) =>
          failures < 2 && !(error instanceof ApiError && (error.isNetwork || error.isRefusal)),
        staleTime: 30_000,
        gcTime: 5 * 60_000,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

async function openAccount(app: App, uid: string): Promise<Account> {
  const { openAccount: open } = await lazyImport(() => import("../sync/open-account.ts"));
  const volatileName = readVolatileName();
  if (volatileName !== null) {
    const { holdVolatile } = await lazyImport(() => import("../features/auth/volatile-databases.ts"));
    await holdVolatile(volatileName);
  }
  const account = open({
    uid,
    ...(volatileName !== null && { databaseName: volatileName }),
    api: app.api,
    online: app.online,
    invalidate(keys) {
      invalidateQueries(app.queryClient, keys);
      reportEdited(app, keys);
    },
    cachedResults: (queryKey) => app.queryClient.getQueriesData({ queryKey }).map(([, data]) => data),
    onGone: (title) => app.toaster.info(texts.app.goneSong(title)),
    // Requested early: a page that is closing may not run any later code.
    onUnsent: app.worker.requestSending,
  });
  // Another tab upgraded the database or signed out (specification 17.40, 17.43).
  account.db.onOutdated = () => void reloadWhenQuiet(app.loadedAudio);
  return account;
}

async function tokenOf(identity: Identity, fresh: boolean, uid: string | undefined): Promise<string | null> {
  try {
    return await identity.token(fresh, uid);
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    // Another tab signed in as another user: send nothing under that name, lose nothing.
    if (error.code === otherUser) throw new ApiError("unauthenticated", error.message, { status: 401, cause: error });
    // Unreachable or refused: this call cannot be made now, and the user stays signed in.
    throw unreachable(error);
  }
}

/** Creates the promise on first use. A rejected one is created again on the next use. */
function lazy<T>(make: () => Promise<T>): { get: () => Promise<T>; now: () => T | undefined } {
  let promise: Promise<T> | undefined;
  let value: T | undefined;
  return {
    get() {
      promise ??= make().then(
        (made) => (value = made),
        (error: unknown) => {
          promise = undefined;
          throw error;
        },
      );
      return promise;
    },
    now: () => value,
  };
}
