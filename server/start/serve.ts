/** Starts serving, and shuts down without losing a response. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createApp, createStatisticsApp, type App } from "../app.ts";
import { foldAllCounts } from "../db/counters.ts";
import type { OpenedDatabase } from "./open-database.ts";
import type { Database } from "../db/database.ts";
import { withoutValues } from "../db/sql-state.ts";
import { vacuumEmbedded } from "../db/vacuum.ts";
import { prepareDemo } from "../demo/demo-library.ts";
import { readLibrary, type Library } from "../demo/library-file.ts";
import type { AppContext } from "../app-context.ts";
import { forgetAnswers } from "../http/idempotency.ts";
import type { TlsFiles } from "../http/http-server.ts";
import { gatherLines } from "../http/log-lines.ts";
import { loggerOptions } from "../http/logging.ts";
import { createIds } from "../lib/uuid.ts";
import { forgetCodes } from "../identity/mail-codes.ts";
import { forgetOldSignIns } from "../identity/account-rows.ts";
import { createCallers } from "../users/caller.ts";
import { forgetOldDeletions } from "../users/deleted-profiles.ts";
import { createFirebaseVerifier } from "../identity/firebase.ts";
import { openKeys } from "../identity/signing-keys.ts";
import { openMailer } from "../identity/mailer.ts";
import { createProvider } from "../identity/provider.ts";
import { checkKeys } from "./database-identity.ts";
import { openMediaKey } from "./media-key.ts";
import { openInspector } from "../media/inspector.ts";
import { openStorage, temporaryFolder } from "../media/open-storage.ts";
import { fillColors } from "../media/fill-colors.ts";
import { collectGarbageHourly } from "../media/garbage-collect.ts";
import { pausableDeletions, type DeletionPause } from "../media/pause-deletions.ts";
import { explainListen } from "./listen-check.ts";
import { foldOldRows } from "../search/fold-old-rows.ts";
import type { Settings } from "../settings/settings.ts";
import { listenForAdmin } from "../admin/admin-server.ts";
import { readSiteFiles } from "../site/files.ts";

/** Relative to the bundle, `dist/server/`. */
const siteDirectory = fileURLToPath(new URL("../app", import.meta.url));
export const demoDirectory = fileURLToPath(new URL("../../server/demo", import.meta.url));

const hourMs = 3_600_000;
/** After this time a stopping server cuts open connections: a paused player never finishes reading. */
const graceMs = 5_000;
/** After this time the process exits even if something hangs. */
const stopMs = 15_000;

/** Resolves when the server listens. Throws a StartError with one line for an error that the operator can fix. */
export async function serve(settings: Settings, data: OpenedDatabase, tls: TlsFiles | undefined): Promise<void> {
  return settings.role === "statistics" ? serveStatistics(settings, data, tls) : serveAll(settings, data, tls);
}

async function serveStatistics(settings: Settings, data: OpenedDatabase, tls: TlsFiles | undefined): Promise<void> {
  const options = { tls, logger: readLogger() };
  const app = await createStatisticsApp({ settings, db: data.db, now: () => Date.now() }, options);
  await listen(app, settings, data, () => closeApp(app));
  printWelcome(settings, undefined);
}

// Logs only warnings to a terminal, so that the welcome lines stay readable.
const readLogger = () => {
  const stream = gatherLines((text) => process.stdout.write(text));
  return loggerOptions(process.stdout.isTTY ? "warn" : "info", stream);
};

async function serveAll(settings: Settings, data: OpenedDatabase, tls: TlsFiles | undefined): Promise<void> {
  const { pauseDeletions, ...deps } = await openAppContext(settings, data);
  await foldOldRows(data.db);
  const demo = await prepareDemo(deps, demoDirectory, () => console.info("Making the demo library…"));
  deps.demo.isOn = demo !== undefined;
  const app = await createApp(deps, {
    site: await readSiteFiles(siteDirectory),
    tls,
    logger: readLogger(),
  });
  const music = join(demoDirectory, "library");
  const stopAdmin = await listenForAdmin({ deps, data, music }, pauseDeletions, (line) => console.warn(line));
  const stopCleanup = startCleanup(deps, (err) => app.fastify.log.error({ err }, "sweep failed"));
  const stopColors = new AbortController();
  const onColorError = (err: unknown) => app.fastify.log.error({ err }, "colour not measured");
  fillColors(deps, stopColors.signal, onColorError).catch(onColorError);
  await listen(app, settings, data, async () => {
    stopCleanup();
    stopColors.abort();
    await closeApp(app);
    deps.inspector.close();
    deps.storage.close();
    await stopAdmin();
    await deps.identity?.background.settled(graceMs);
  });
  printWelcome(settings, demo);
}

/** Resolves when every open request has its response, or when its time is over. */
async function closeApp({ fastify }: App): Promise<void> {
  // A keep-alive connection stays open after its last response; Fastify does not close it.
  const closing = setInterval(() => fastify.server.closeIdleConnections(), 100);
  const cut = setTimeout(() => fastify.server.closeAllConnections(), graceMs);
  await fastify.close().finally(() => {
    clearInterval(closing);
    clearTimeout(cut);
  });
}

/** Creates the app's dependencies on an open database. */
export async function openAppContext(
  settings: Settings,
  { db }: OpenedDatabase,
): Promise<AppContext & { pauseDeletions: DeletionPause }> {
  const now = () => Date.now();
  const identity = await openIdentity(settings, db, now);
  const mediaKey = settings.mediaKey ?? (await openMediaKey(join(settings.dataDir, "media-key")));
  if (settings.databaseUrl !== undefined)
    await checkKeys(db, settings, { mediaKey, identityKid: identity.identity?.keys.kid });
  return {
    settings,
    db,
    now,
    newId: createIds(now),
    demo: { isOn: false, accounts: (await readLibrary(demoDirectory))?.accounts ?? [] },
    ...identity,
    callers: createCallers(db, now),
    ...pausableDeletions(await openStorage(settings, now)),
    // Beside this file in the bundle.
    inspector: openInspector({
      script: new URL("./inspector.js", import.meta.url),
      folder: temporaryFolder(settings),
    }),
    mediaKey,
  };
}

/** Opens the identity provider: the site's Firebase project, or the embedded one. */
async function openIdentity(
  settings: Settings,
  db: Database,
  now: () => number,
): Promise<Pick<AppContext, "tokens" | "identity">> {
  if (settings.firebase) return { tokens: createFirebaseVerifier(settings.firebase.projectId, now) };
  const keys = await openKeys(settings.dataDir);
  const mailer = await openMailer(settings, (line) => console.info(line));
  const identity = createProvider({ keys, db, mailer, settings, now });
  return { tokens: identity.verifier, identity };
}

/** Deletes expired rows and files and folds pending counts, now and every hour. */
function startCleanup(deps: AppContext, report: (error: unknown) => void): () => void {
  let isOver = false;
  // What is under way at a stop fails once the database is closed; the next start does it again.
  const onError = (error: unknown) => void (isOver || report(error));
  const stopGarbageCollection = collectGarbageHourly(deps, onError);
  const cleanUp = () => {
    forgetAnswers(deps.db, deps.now()).catch(onError);
    foldAllCounts(deps.db).catch(onError);
    forgetCodes(deps.db, deps.now()).catch(onError);
    forgetOldDeletions(deps.db, deps.now()).catch(onError);
    forgetOldSignIns(deps.db, deps.now()).catch(onError);
    if (deps.settings.databaseUrl === undefined) vacuumEmbedded(deps.db).catch(onError);
  };
  cleanUp();
  const timer = setInterval(cleanUp, hourMs);
  return () => {
    isOver = true;
    stopGarbageCollection();
    clearInterval(timer);
  };
}

/** @param stop ends all that uses the data */
async function listen(app: App, settings: Settings, data: OpenedDatabase, stop: () => Promise<void>): Promise<void> {
  // Before the first answer: anyone who sees that the server is ready may stop it at once.
  stopOnSignal(async () => {
    await stop();
    await data.close();
  });
  try {
    await app.fastify.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    await stop();
    throw explainListen(error, settings);
  }
}

/** The first signal shuts down gracefully; a second one or the deadline exits at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), stopMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(withoutValues(error));
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

function printWelcome(settings: Settings, demo: Library | undefined): void {
  const lines = [`Offbeat is at ${settings.publicUrl}`];
  if (demo) {
    lines.push("Sign in with a demo account, or register your own:");
    for (const { email, password, artist } of demo.accounts) {
      lines.push(`  ${email}  ${password}  (${artist ? "artist" : "listener"})`);
    }
  }
  console.info(lines.join("\n"));
}
